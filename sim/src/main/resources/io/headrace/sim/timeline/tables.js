"use strict";

/** How many rows a table has at most. */
const MOST_ROWS = 20;

function cell(row, text, kind) {
  const cell = row.insertCell();
  cell.className = kind || "";
  cell.textContent = text;
  cell.title = text;
  return cell;
}

/** A cell that does something, by mouse and keyboard. */
function action(row, text, kind, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  const place = cell(row, "", kind);
  place.title = text;
  place.append(button);
  button.addEventListener("click", event => {
    event.stopPropagation();
    act();
  });
  row.addEventListener("click", act);
  return button;
}

function swatch(colour) {
  const mark = document.createElement("span");
  mark.className = "swatch";
  mark.style.setProperty("background", colour);
  return mark;
}

function fill(table, all, add) {
  const body = document.createElement("tbody");
  all.forEach(one => add(body.insertRow(), one));
  table.tBodies[0].replaceWith(body);
}

/** The operations that waited longest; a click shows one. */
function fillWaits(table, run, since, show) {
  fill(table, run.longestWaits(since, MOST_ROWS), (row, operation) => {
    action(row, duration(run.wait(operation, since)), "number", () => show(operation));
    cell(row, run.trace.nameOf(operation));
    cell(row, run.trace.streamOf(operation));
  });
}

/** The queues that ran operations for longest. */
function fillQueues(table, run) {
  const devices = new Set(run.devices).size;
  fill(table, run.queues().slice(0, MOST_ROWS), (row, queue) => {
    cell(row, (devices > 1 ? run.devices[queue.number] + " " : "") + run.tracks[queue.number]);
    cell(row, grouped(queue.operations), "number");
    cell(row, grouped(queue.streams.size), "number");
    cell(row, percent(queue.busy, run.to - run.from), "number").title = duration(queue.busy);
  });
}

/** The streams whose operations took longest together; a click shows one alone. */
function fillStreams(table, run, colours, chosen, choose) {
  fill(table, run.streams().slice(0, MOST_ROWS), (row, stream) => {
    row.className = stream.number === chosen ? "chosen" : "";
    const name = run.trace.streams[stream.number];
    const button = action(row, name, "", () => choose(stream.number));
    button.setAttribute("aria-pressed", stream.number === chosen);
    button.prepend(swatch(colours[stream.number]));
    cell(row, grouped(stream.operations), "number");
    cell(row, duration(stream.busy), "number");
  });
}

/** All that is known of an operation: names, and values behind them. */
function facts(run, operation) {
  const trace = run.trace;
  const track = run.track[operation];
  const facts = [
    ["stream", trace.streamOf(operation)],
    ["queue", run.tracks[track]],
    ["device", run.devices[track] === "?" ? "not told" : run.devices[track]],
    ["kind", trace.kinds[trace.kind[operation]]],
    ["duration", exact(trace.nanos[operation])],
    ["started", exact(run.start[operation]) + " from the beginning"],
  ];
  if (run.model) {
    facts.push(["waited", exact(run.waited[operation]) + " for its queue"]);
  } else {
    facts.push(["on its clock", grouped(trace.origin + BigInt(run.start[operation])) + " ns"]);
    if (!isNaN(trace.submitted[operation])) {
      facts.push(["submitted", exact(trace.submitted[operation]) + " before"]);
    }
    if (!isNaN(trace.enqueued[operation])) {
      facts.push(["enqueued", exact(trace.enqueued[operation]) + " before"]);
    }
  }
  if (trace.bytes[operation] > 0) {
    facts.push(["bytes", grouped(trace.bytes[operation])]);
  }
  facts.push(["number", trace.ids[operation]]);
  if (trace.correlations[operation] !== "0") {
    facts.push(["correlation", trace.correlations[operation]]);
  }
  const outcome = trace.outcomes[trace.outcome[operation]];
  if (outcome) {
    facts.push(["outcome", outcome]);
  }
  return facts;
}

function fillDetails(list, run, operation) {
  const name = document.createElement("dd");
  name.className = "name";
  name.textContent = run.trace.nameOf(operation);
  list.replaceChildren(name);
  for (const [what, value] of facts(run, operation)) {
    const term = document.createElement("dt");
    term.textContent = what;
    const text = document.createElement("dd");
    text.textContent = value;
    list.append(term, text);
  }
}
