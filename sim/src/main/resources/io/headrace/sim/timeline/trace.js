"use strict";

/** A column of numbers; NaN where nothing is told. */
function numbers(text, count) {
  const column = new Float64Array(count);
  const parts = text.split(" ");
  for (let i = 0; i < count; i++) {
    column[i] = parts[i] === "" ? NaN : Number(parts[i]);
  }
  return column;
}

/** What the page knows of operations, whatever schedule is shown. They are numbered from 0, by the beginning that was recorded. */
class Trace {

  constructor(data) {
    const count = data.started === "" ? 0 : data.started.split(" ").length;
    this.title = data.title;
    this.format = data.format;
    this.origin = BigInt(data.origin);
    this.notes = data.notes;
    this.count = count;
    this.names = data.names;
    this.kinds = data.kinds;
    this.outcomes = data.outcomes;
    this.streams = data.streams;
    this.name = numbers(data.name, count);
    this.kind = numbers(data.kind, count);
    this.outcome = numbers(data.outcome, count);
    this.stream = numbers(data.stream, count);
    this.nanos = numbers(data.nanos, count);
    this.started = numbers(data.started, count);
    this.enqueued = numbers(data.enqueued, count);
    this.submitted = numbers(data.submitted, count);
    this.bytes = numbers(data.bytes, count);
    // Of 64 bits, so they stay texts.
    this.ids = data.id.split(" ");
    this.correlations = data.correlation.split(" ");
    this.failed = Uint8Array.from(this.outcome, outcome => this.outcomes[outcome] === "failed" ? 1 : 0);
    this.knowsSubmitted = this.submitted.some(ago => !isNaN(ago));
    this.knowsEnqueued = this.enqueued.some(ago => !isNaN(ago));
  }

  nameOf(operation) {
    return this.names[this.name[operation]] || "(no name)";
  }

  streamOf(operation) {
    return this.streams[this.stream[operation]];
  }

  /** The operations whose name has a text in it, whatever the case; 1 for each such one. */
  search(text) {
    const wanted = text.toLowerCase();
    const names = this.names.map(name => name.toLowerCase().includes(wanted));
    return Uint8Array.from(this.name, name => names[name] ? 1 : 0);
  }
}
