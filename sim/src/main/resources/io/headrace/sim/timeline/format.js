"use strict";

/** Units of time, and how many nanoseconds they have. */
const UNITS = [["s", 1e9], ["ms", 1e6], ["\u00b5s", 1e3], ["ns", 1]];

/** A number with a comma between thousands. */
function grouped(number) {
  return number.toLocaleString("en-US");
}

/** A length of time in the unit that suits it. */
function duration(nanos) {
  const [name, size] = UNITS.find(unit => Math.abs(nanos) >= unit[1]) || UNITS[3];
  return (size === 1 ? String(nanos) : (nanos / size).toFixed(3)) + " " + name;
}

/** A length of time to the nanosecond. */
function exact(nanos) {
  return nanos < 1000 ? nanos + " ns" : duration(nanos) + " (" + grouped(nanos) + " ns)";
}

/** A share, in per cent. */
function percent(part, whole) {
  return whole > 0 ? (100 * part / whole).toFixed(1) + " %" : "";
}

function count(number, what) {
  return grouped(number) + " " + what + (number === 1 ? "" : "s");
}

/** Places for ticks of an axis, with labels that tell neighbours apart. */
function timeTicks(from, to, howMany) {
  const places = d3.ticks(from, to, howMany);
  const step = places.length > 1 ? places[1] - places[0] : to - from;
  const [name, size] = UNITS.find(unit => Math.max(Math.abs(from), Math.abs(to)) >= unit[1]) || UNITS[3];
  const decimals = Math.max(0, Math.ceil(-Math.log10(step / size) - 1e-9));
  return places.map(at => ({ at, label: (at / size).toFixed(Math.min(decimals, 12)) + " " + name }));
}

/** A colour for each stream: neighbours differ in hue, and those whose hues come near each other in lightness. */
function streamColour(stream, lightness, saturation) {
  const hue = (stream * 137.508 + 205) % 360;
  const shift = [0, 8, -6][Math.floor(stream / 7) % 3];
  return "hsl(" + hue.toFixed(1) + " " + saturation + "% " + (parseFloat(lightness) + shift) + "%)";
}
