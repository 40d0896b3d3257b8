"use strict";

/** The page: what is chosen, and what follows from that. */
class Page {

  constructor(data) {
    this.trace = new Trace(data);
    this.runs = data.runs;
    this.made = new Map();
    this.selected = -1;
    this.stream = -1;
    this.matches = null;
    this.get = id => document.getElementById(id);
    this.picture = new Picture(this.get("scroller"), this.get("labels"), this.get("picture"), () => this.overview.draw());
    this.overview = new Overview(this.get("overview"), this.picture);
    new ResizeObserver(() => this.overview.draw()).observe(this.get("overview"));
    this.listNotes();
    this.listRuns();
    this.listen();
    this.showRun(0);
  }

  listNotes() {
    for (const note of this.trace.notes) {
      const line = document.createElement("li");
      line.textContent = note;
      this.get("notes").append(line);
    }
  }

  listRuns() {
    this.runs.forEach((run, number) => this.get("run").add(new Option(run.name, number)));
    this.get("run-choice").hidden = this.runs.length === 1;
  }

  showRun(number) {
    if (!this.made.has(number)) {
      this.made.set(number, new Run(this.trace, this.runs[number]));
    }
    this.run = this.made.get(number);
    const { run, trace } = this;
    const used = run.queues().filter(queue => queue.operations > 0).length;
    this.get("summary").textContent = [trace.format, count(trace.count, "operation"), count(trace.streams.length, "stream"),
      used + " of " + count(run.tracks.length, "track"), duration(run.to - run.from)].join(", ")
      + (run.model ? "; a model's, not measured" : "");
    this.picture.show(run);
    this.overview.draw();
    this.light();
    this.fillWaits();
    fillQueues(this.get("queues"), run);
    this.fillStreams();
    this.select(this.selected);
  }

  fillWaits() {
    const { run, trace } = this;
    const both = trace.knowsSubmitted && trace.knowsEnqueued && !run.model;
    this.get("wait-choice").hidden = !both;
    const since = both ? this.get("wait-from").value : "submitted";
    const told = run.model || trace.knowsSubmitted || trace.knowsEnqueued;
    const any = run.longestWaits(since, 1).length > 0;
    this.get("waits").hidden = !any;
    this.get("wait-meaning").textContent = !told ? "The trace does not tell when operations were enqueued."
      : !any ? "No operation waited."
        : run.model ? "In the queue although nothing but others' work held it up."
          : both ? "Until it began." : "From " + (trace.knowsSubmitted ? "submitted" : "enqueued") + " to begun.";
    fillWaits(this.get("waits"), run, since, operation => this.goTo(operation, true));
  }

  fillStreams() {
    this.picture.colours();
    fillStreams(this.get("streams"), this.run, this.picture.thin, this.stream, stream => {
      this.stream = this.stream === stream ? -1 : stream;
      this.light();
      this.fillStreams();
    });
  }

  /** Shows an operation's details, of none with -1. */
  select(operation) {
    this.selected = operation;
    this.picture.select(operation);
    this.get("nothing").hidden = operation >= 0;
    this.get("details").hidden = operation < 0;
    if (operation >= 0) {
      fillDetails(this.get("details"), this.run, operation);
    }
  }

  /** Selects an operation and brings it into view. */
  goTo(operation, near) {
    this.select(operation);
    if (operation >= 0) {
      this.picture.bring(operation, near);
    }
  }

  /** Lets what is searched for and what is of the chosen stream stand out. */
  light() {
    const { matches, stream, trace } = this;
    const lit = matches === null && stream < 0 ? null
      : Uint8Array.from(trace.stream, (own, i) => (!matches || matches[i]) && (stream < 0 || own === stream) ? 1 : 0);
    this.run.rows.forEach(row => row.light(lit));
    this.picture.redraw();
  }

  search() {
    const text = this.get("search").value;
    this.matches = text === "" ? null : this.trace.search(text);
    const found = this.matches ? this.matches.reduce((sum, one) => sum + one, 0) : 0;
    this.get("found").textContent = this.matches ? grouped(found) + " of " + grouped(this.trace.count) : "";
    this.get("found").className = this.matches && !found ? "none" : "";
    this.light();
  }

  /** The next operation by time, or the one before, of those that fit. */
  step(direction, fits) {
    const { run, selected } = this;
    const isBehind = (a, b) => (run.start[a] - run.start[b] || a - b) * direction > 0;
    let best = -1;
    let first = -1;
    for (let i = 0; i < this.trace.count; i++) {
      if (fits(i)) {
        first = first < 0 || isBehind(first, i) ? i : first;
        if (selected >= 0 && isBehind(i, selected) && (best < 0 || isBehind(best, i))) {
          best = i;
        }
      }
    }
    this.goTo(best >= 0 ? best : first >= 0 ? first : selected);
  }

  stepMatch(direction) {
    if (this.matches) {
      this.step(direction, i => this.matches[i]);
    }
  }

  stepStream(direction) {
    const stream = this.trace.stream[this.selected];
    this.step(direction, i => this.selected < 0 || this.trace.stream[i] === stream);
  }

  clear() {
    this.get("search").value = "";
    this.search();
    this.stream = -1;
    this.light();
    this.fillStreams();
    this.select(-1);
  }

  listen() {
    const { picture } = this;
    const on = (id, type, act) => this.get(id).addEventListener(type, act);
    on("run", "change", event => this.showRun(Number(event.target.value)));
    on("wait-from", "change", () => this.fillWaits());
    on("search", "input", () => this.search());
    on("search", "keydown", event => {
      if (event.key === "Enter" && event.shiftKey) {
        event.preventDefault();
        this.stepMatch(-1);
      }
    });
    on("tools", "submit", event => {
      event.preventDefault();
      this.stepMatch(1);
    });
    on("previous", "click", () => this.stepMatch(-1));
    on("closer", "click", () => picture.closer(2));
    on("farther", "click", () => picture.closer(0.5));
    on("fit", "click", () => picture.fit());
    on("picture", "click", event => {
      this.get("picture").focus({ preventScroll: true });
      this.select(picture.at(event.offsetX, event.offsetY));
    });
    on("picture", "mousemove", event => this.hover(event));
    on("picture", "mouseleave", () => this.get("tip").hidden = true);
    on("picture", "keydown", event => this.key(event));
    addEventListener("keydown", event => {
      if (event.key === "/" && !event.target.closest("input, select")) {
        event.preventDefault();
        this.get("search").focus();
      } else if (event.key === "Escape") {
        this.clear();
      }
    });
  }

  hover(event) {
    const tip = this.get("tip");
    const operation = event.buttons ? -1 : this.picture.at(event.offsetX, event.offsetY);
    this.get("picture").style.setProperty("cursor", operation >= 0 ? "pointer" : "grab");
    tip.hidden = operation < 0;
    if (operation < 0) {
      return;
    }
    const { run, trace } = this;
    const name = document.createElement("strong");
    name.textContent = trace.nameOf(operation);
    const wait = run.wait(operation, "submitted");
    const track = run.track[operation];
    tip.replaceChildren(name, [
      trace.kinds[trace.kind[operation]] + ", " + duration(trace.nanos[operation]),
      "stream " + trace.streamOf(operation) + ", " + run.tracks[track],
      "started at " + duration(run.start[operation]) + (isNaN(wait) ? "" : ", waited " + duration(wait)),
    ].join("; "));
    const room = tip.getBoundingClientRect();
    tip.style.setProperty("left", Math.min(event.clientX + 14, innerWidth - room.width - 8) + "px");
    tip.style.setProperty("top", (event.clientY + 18 + room.height > innerHeight ? event.clientY - room.height - 10
      : event.clientY + 18) + "px");
  }

  key(event) {
    const { picture } = this;
    const keys = {
      ArrowLeft: () => picture.move(-0.2),
      ArrowRight: () => picture.move(0.2),
      ArrowUp: () => this.get("scroller").scrollBy(0, -2 * picture.rowHeight),
      ArrowDown: () => this.get("scroller").scrollBy(0, 2 * picture.rowHeight),
      "+": () => picture.closer(1.5),
      "=": () => picture.closer(1.5),
      "-": () => picture.closer(1 / 1.5),
      0: () => picture.fit(),
      Home: () => picture.fit(),
      n: () => this.stepStream(1),
      p: () => this.stepStream(-1),
      Enter: () => this.selected >= 0 && picture.bring(this.selected, true),
    };
    if (keys[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      keys[event.key]();
    }
  }
}

const page = new Page(JSON.parse(document.getElementById("data").textContent));
