"use strict";

/** Operations of one track that do not overlap, by beginning. */
class Row {

  constructor(track, lane, operations, run) {
    this.track = track;
    this.lane = lane;
    this.operations = Int32Array.from(operations);
    this.starts = Float64Array.from(this.operations, operation => run.start[operation]);
    this.ends = Float64Array.from(this.operations, operation => run.end[operation]);
    this.busy = sums(this.operations.length, i => this.ends[i] - this.starts[i]);
    this.lit = null;
  }

  get length() {
    return this.operations.length;
  }

  /** Which operations stand out; null for none. */
  light(lit) {
    this.lit = lit && sums(this.length, i => lit[this.operations[i]]);
  }

  /** The first place, from one on, at which an operation begins no earlier than at a time. */
  beginningFrom(time, place) {
    return lowerBound(this.starts, time, place);
  }

  /** The first place at which an operation ends behind a time. Ends are in order too, since nothing overlaps. */
  endingAfter(time) {
    let place = lowerBound(this.ends, time, 0);
    while (place < this.length && this.ends[place] <= time) {
      place++;
    }
    return place;
  }

  /** The operation at a time or, if that is closer than a tolerance, next to it; -1 if there is none. */
  at(time, tolerance) {
    let best = -1;
    let distance = tolerance;
    for (let i = lowerBound(this.ends, time - tolerance, 0); i < this.length && this.starts[i] <= time + tolerance; i++) {
      const away = Math.max(this.starts[i] - time, time - this.ends[i], 0);
      if (away < distance || (best < 0 && away <= distance)) {
        best = this.operations[i];
        distance = away;
      }
      if (this.starts[i] > time) {
        break;
      }
    }
    return best;
  }
}

/** The sums of the first 0, 1, 2, ... values. */
function sums(count, value) {
  const all = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) {
    all[i + 1] = all[i] + value(i);
  }
  return all;
}

function lowerBound(sorted, value, from) {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** One schedule: where and when each operation ran. */
class Run {

  constructor(trace, data) {
    const count = trace.count;
    this.trace = trace;
    this.name = data.name;
    this.model = data.model;
    this.devices = data.devices;
    this.tracks = data.tracks;
    this.track = numbers(data.track, count);
    this.start = this.model ? numbers(data.later, count).map((later, i) => trace.started[i] + later) : trace.started;
    this.end = this.start.map((start, i) => start + trace.nanos[i]);
    this.waited = this.model ? numbers(data.waited, count) : null;
    this.from = this.start.reduce((least, start) => Math.min(least, start), Infinity);
    this.to = this.end.reduce((most, end) => Math.max(most, end), -Infinity);
    this.rows = this.makeRows();
    this.rowOf = new Int32Array(count);
    this.rows.forEach((row, number) => row.operations.forEach(operation => this.rowOf[operation] = number));
  }

  /** How long an operation waited, since it was submitted or since it was enqueued; NaN if that is not told. */
  wait(operation, since) {
    if (this.waited) {
      return this.waited[operation];
    }
    const first = this.trace[since][operation];
    return isNaN(first) ? this.trace[since === "submitted" ? "enqueued" : "submitted"][operation] : first;
  }

  makeRows() {
    const byTrack = this.tracks.map(() => []);
    for (let i = 0; i < this.trace.count; i++) {
      byTrack[this.track[i]].push(i);
    }
    return byTrack.flatMap((operations, track) => {
      operations.sort((a, b) => this.start[a] - this.start[b] || this.end[a] - this.end[b] || a - b);
      return this.lanes(operations).map((lane, number) => new Row(track, number, lane, this));
    });
  }

  /** Operations of a track, dealt out so that none overlap. */
  lanes(operations) {
    const lanes = [[]];
    const ends = [-Infinity];
    for (const operation of operations) {
      let lane = ends.findIndex(end => end <= this.start[operation]);
      if (lane < 0) {
        lane = lanes.push([]) - 1;
      }
      lanes[lane].push(operation);
      ends[lane] = this.end[operation];
    }
    return lanes;
  }

  /** What each track did, the busiest first. */
  queues() {
    return this.tally(this.tracks.length, i => this.track[i]);
  }

  /** What each stream did, the busiest first. */
  streams() {
    return this.tally(this.trace.streams.length, i => this.trace.stream[i]);
  }

  tally(count, group) {
    const all = Array.from({ length: count }, (_, number) => ({ number, operations: 0, busy: 0, streams: new Set() }));
    for (let i = 0; i < this.trace.count; i++) {
      const one = all[group(i)];
      one.operations++;
      one.busy += this.trace.nanos[i];
      one.streams.add(this.trace.stream[i]);
    }
    return all.sort((a, b) => b.busy - a.busy || a.number - b.number);
  }

  /** The operations that waited longest. */
  longestWaits(since, howMany) {
    const all = [];
    for (let i = 0; i < this.trace.count; i++) {
      if (this.wait(i, since) > 0) {
        all.push(i);
      }
    }
    return all.sort((a, b) => this.wait(b, since) - this.wait(a, since) || a - b).slice(0, howMany);
  }

  /** For how much of each of so many pieces of the whole time rows ran something, as a share of all rows. */
  load(pieces) {
    const load = new Float64Array(pieces);
    const length = (this.to - this.from) / pieces || 1;
    for (const row of this.rows) {
      for (let i = 0; i < row.length; i++) {
        const first = Math.min(pieces - 1, Math.floor((row.starts[i] - this.from) / length));
        const last = Math.min(pieces - 1, Math.floor((row.ends[i] - this.from) / length));
        for (let piece = first; piece <= last; piece++) {
          const begin = Math.max(row.starts[i], this.from + piece * length);
          const end = Math.min(row.ends[i], this.from + (piece + 1) * length);
          load[piece] += Math.max(0, end - begin) / length / this.rows.length;
        }
      }
    }
    return load;
  }
}
