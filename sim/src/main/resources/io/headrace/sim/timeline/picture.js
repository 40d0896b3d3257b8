"use strict";

/** Height of the axis. */
const AXIS = 26;

/** What is narrower is drawn together with its neighbours, a column of the screen at a time. */
const NARROW = 1.5;

/** An operation that is at least so wide shows its name. */
const NAMED = 34;

/** The drawing of a run: rows below each other, time from left to right, operations in the colours of their streams. */
class Picture {

  constructor(scroller, labels, canvas, changed) {
    this.scroller = scroller;
    this.labels = labels;
    this.canvas = canvas;
    this.changed = changed;
    this.context = canvas.getContext("2d");
    this.from = 0;
    this.to = 1;
    this.drawMillis = 0;
    this.drawn = 0;
    this.zoom = d3.zoom()
      .filter(event => !event.button && !(event.type === "wheel" && event.shiftKey))
      .on("zoom", event => this.zoomed(event));
    d3.select(canvas).call(this.zoom);
    scroller.addEventListener("scroll", () => this.redraw());
    canvas.addEventListener("wheel", event => this.wheeled(event), { passive: false });
    new ResizeObserver(() => this.resized()).observe(scroller);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
  }

  /** Shows a run. What is visible stays so, if it is of the same length, else all is shown. */
  show(run) {
    const same = this.run && this.run.from === run.from && this.run.to === run.to;
    this.run = run;
    const margin = Math.max((run.to - run.from) * 0.01, 1);
    this.least = run.from - margin;
    this.most = run.to + margin;
    if (!same) {
      this.from = this.least;
      this.to = this.most;
    }
    this.resized();
  }

  /** Takes the size of the window, and places the rows in it. */
  resized() {
    if (!this.run) {
      return;
    }
    const height = this.scroller.clientHeight;
    const devices = this.run.rows.filter((row, i) => this.isFirstOfDevice(i)).length;
    const room = (height - AXIS - 22 * devices - 4) / Math.max(1, this.run.rows.length);
    this.rowHeight = Math.max(20, Math.min(44, Math.floor(room)));
    this.placeRows();
    this.width = Math.max(50, this.canvas.clientWidth);
    this.height = height;
    const scale = window.devicePixelRatio || 1;
    this.canvas.style.height = height + "px";
    this.canvas.width = Math.round(this.width * scale);
    this.canvas.height = Math.round(height * scale);
    this.context.setTransform(scale, 0, 0, scale, 0, 0);
    this.zoom.extent([[0, 0], [this.width, height]])
      .translateExtent([[0, -Infinity], [this.width, Infinity]])
      .scaleExtent([1, Math.max(1, (this.most - this.least) / 10)]);
    this.setVisible(this.from, this.to);
    this.redraw();
  }

  isFirstOfDevice(number) {
    const rows = this.run.rows;
    const device = row => this.run.devices[row.track];
    return number === 0 || device(rows[number - 1]) !== device(rows[number]);
  }

  placeRows() {
    const lines = document.createDocumentFragment();
    const add = (text, kind, height) => {
      const line = document.createElement("div");
      line.className = kind;
      line.textContent = text;
      line.title = text;
      line.style.height = height + "px";
      line.style.lineHeight = height + "px";
      lines.append(line);
    };
    let y = AXIS;
    this.tops = this.run.rows.map((row, i) => {
      if (this.isFirstOfDevice(i)) {
        const device = this.run.devices[row.track];
        add(device === "?" ? "device not told" : "device " + device, "device", 22);
        y += 22;
      }
      add(this.run.tracks[row.track] + (row.lane ? " (" + (row.lane + 1) + ")" : ""), "track", this.rowHeight);
      const top = y;
      y += this.rowHeight;
      return top;
    });
    this.labels.replaceChildren(lines);
  }

  zoomed(event) {
    const length = (this.most - this.least) / event.transform.k;
    this.from = this.least - event.transform.x / this.width * length;
    this.to = this.from + length;
    const source = event.sourceEvent;
    if (source && source.type === "mousemove") {
      this.scroller.scrollTop -= source.movementY;
    }
    this.redraw();
    this.changed();
  }

  wheeled(event) {
    if (event.shiftKey) {
      event.preventDefault();
      this.move(Math.sign(event.deltaY || event.deltaX) * 0.1);
    }
  }

  /** Shows a piece of time; as much of it as there is. */
  setVisible(from, to) {
    const all = this.most - this.least;
    const [, most] = this.zoom.scaleExtent();
    const scale = Math.max(1, Math.min(most, all / (to - from)));
    const middle = (from + to) / 2;
    const left = Math.max(this.least, Math.min(this.most - all / scale, middle - all / scale / 2));
    const transform = d3.zoomIdentity.translate(-(left - this.least) / all * scale * this.width, 0).scale(scale);
    d3.select(this.canvas).interrupt().call(this.zoom.transform, transform);
  }

  fit() {
    this.setVisible(this.least, this.most);
  }

  /** Moves by a share of what is visible. */
  move(share) {
    const by = (this.to - this.from) * share;
    this.setVisible(this.from + by, this.to + by);
  }

  /** Zooms in by a factor, or out if that is less than 1, around the middle. */
  closer(factor) {
    const middle = (this.from + this.to) / 2;
    const half = (this.to - this.from) / 2 / factor;
    this.setVisible(middle - half, middle + half);
  }

  /** Brings an operation into view; with a zoom if that is wanted, or if it could not be seen. */
  bring(operation, near) {
    const start = this.run.start[operation];
    const end = this.run.end[operation];
    const waited = Math.max(this.run.wait(operation, "enqueued") || 0, 0);
    const visible = this.to - this.from;
    if (near || (end - start) / visible * this.width < 3) {
      const length = Math.max((end - start) * 6, 50);
      const begin = near && waited < 20 * length ? start - waited : start;
      const margin = (end - begin) * 0.15 + (length - (end - start)) / 2;
      this.setVisible(begin - margin, end + margin);
    } else if (start < this.from || end > this.to) {
      const middle = (start + end) / 2;
      this.setVisible(middle - visible / 2, middle + visible / 2);
    }
    const top = this.tops[this.run.rowOf[operation]] - AXIS;
    if (top < this.scroller.scrollTop || top + this.rowHeight > this.scroller.scrollTop + this.height - AXIS) {
      this.scroller.scrollTop = top - this.height / 3;
    }
  }

  x(time) {
    return (time - this.from) / (this.to - this.from) * this.width;
  }

  time(x) {
    return this.from + x / this.width * (this.to - this.from);
  }

  /** The operation at a place of the canvas; -1 if there is none. */
  at(x, y) {
    const place = y + this.scroller.scrollTop;
    const row = this.tops.findIndex(top => place >= top && place < top + this.rowHeight);
    return y < AXIS || row < 0 ? -1 : this.run.rows[row].at(this.time(x), this.time(3) - this.time(0));
  }

  /** The middle of what can be seen of an operation, on the canvas. */
  placeOf(operation) {
    const left = Math.max(0, this.x(this.run.start[operation]));
    const right = Math.min(this.width, this.x(this.run.end[operation]));
    return [(left + right) / 2, this.tops[this.run.rowOf[operation]] + this.rowHeight / 2 - this.scroller.scrollTop];
  }

  select(operation) {
    this.selected = operation;
    this.redraw();
  }

  /** Lets some operations stand out: 1 for each of them; null for none. */
  light(lit) {
    this.lit = lit;
    this.redraw();
  }

  /** Draws before the next frame, however often it is called until then. */
  redraw() {
    if (!this.planned) {
      this.planned = true;
      requestAnimationFrame(() => {
        this.planned = false;
        this.draw();
      });
    }
  }

  colours() {
    const style = getComputedStyle(document.documentElement);
    const get = name => style.getPropertyValue("--" + name).trim();
    const streams = this.run.trace.streams;
    const theme = get("paper");
    if (this.colourTheme !== theme) {
      this.colourTheme = theme;
      this.wide = streams.map((_, i) => streamColour(i, get("bar-lightness"), 62));
      this.thin = streams.map((_, i) => streamColour(i, get("thin-lightness"), 62));
    }
    return { paper: theme, band: get("band"), line: get("line"), ink: get("ink"), quiet: get("quiet"),
      accent: get("accent"), warn: get("warn") };
  }

  draw() {
    if (!this.run) {
      return;
    }
    const began = performance.now();
    const colours = this.colours();
    const context = this.context;
    const scroll = this.scroller.scrollTop;
    this.drawn = 0;
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, this.width, this.height);
    const ticks = timeTicks(this.from, this.to, Math.max(2, this.width / 130));
    this.drawBands(colours, scroll, ticks);
    this.run.rows.forEach((row, i) => {
      const top = this.tops[i] - scroll;
      if (top < this.height && top + this.rowHeight > AXIS) {
        this.drawRow(row, top + 2, this.rowHeight - 5, colours);
      }
    });
    if (this.selected >= 0) {
      this.drawSelected(colours, scroll);
    }
    this.drawAxis(colours, ticks);
    this.drawMillis = performance.now() - began;
  }

  drawBands(colours, scroll, ticks) {
    const context = this.context;
    context.fillStyle = colours.band;
    for (const top of this.tops) {
      context.fillRect(0, top - scroll + 1, this.width, this.rowHeight - 3);
    }
    context.fillStyle = colours.line;
    for (const tick of ticks) {
      context.fillRect(Math.round(this.x(tick.at)), AXIS, 1, this.height);
    }
  }

  drawAxis(colours, ticks) {
    const context = this.context;
    context.globalAlpha = 1;
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, this.width, AXIS);
    context.fillStyle = colours.line;
    context.fillRect(0, AXIS - 1, this.width, 1);
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    for (const tick of ticks) {
      const x = Math.round(this.x(tick.at));
      context.fillStyle = colours.line;
      context.fillRect(x, AXIS - 7, 1, 6);
      context.fillStyle = colours.quiet;
      context.fillText(tick.label, x + 3, AXIS / 2 - 2);
    }
  }

  /** Draws what is visible of a row: wide operations one by one, others together, so that the work depends on the width only. */
  drawRow(row, top, height, colours) {
    const context = this.context;
    const column = (this.to - this.from) / this.width;
    context.font = "11px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";
    context.textBaseline = "middle";
    let i = row.endingAfter(this.from);
    while (i < row.length && row.starts[i] < this.to) {
      const left = this.x(row.starts[i]);
      const right = this.x(row.ends[i]);
      if (right - left >= NARROW) {
        this.drawBar(row, i, left, right, top, height, colours);
        i++;
      } else {
        const pixel = Math.floor(left);
        let next = row.beginningFrom(this.time(pixel + 1), i + 1);
        if (next > i + 1 && (row.ends[next - 1] - row.starts[next - 1]) / column >= NARROW) {
          next--;
        }
        this.drawTogether(row, i, next, pixel, top, height, column, colours);
        i = next;
      }
    }
    context.globalAlpha = 1;
  }

  isLit(row, from, to) {
    return !row.lit || row.lit[to] > row.lit[from];
  }

  drawBar(row, place, left, right, top, height, colours) {
    const context = this.context;
    const operation = row.operations[place];
    const trace = this.run.trace;
    const stream = trace.stream[operation];
    const x = Math.max(left, -2);
    const width = Math.min(right, this.width + 2) - x;
    context.globalAlpha = this.isLit(row, place, place + 1) ? 1 : 0.18;
    if (width > 4) {
      context.fillStyle = this.thin[stream];
      context.fillRect(x, top, width - 0.5, height);
      context.fillStyle = this.wide[stream];
      context.fillRect(x + 1, top + 1, width - 2.5, height - 2);
    } else {
      context.fillStyle = this.thin[stream];
      context.fillRect(x, top, Math.max(1, width - 0.5), height);
    }
    if (trace.failed[operation]) {
      context.fillStyle = colours.warn;
      context.fillRect(x, top + height - 4, Math.max(2, width - 0.5), 4);
    }
    if (width >= NAMED) {
      this.charWidth = this.charWidth || context.measureText("m").width;
      const room = Math.floor((width - 8) / this.charWidth);
      const name = trace.nameOf(operation);
      context.fillStyle = "#10151c";
      context.fillText(name.length > room ? name.slice(0, room - 1) + "\u2026" : name, x + 4, top + height / 2 + 0.5);
    }
    this.drawn++;
  }

  /** Operations that begin in one column of the screen; the fuller it is, the stronger its colour. */
  drawTogether(row, from, to, pixel, top, height, column, colours) {
    const context = this.context;
    const share = Math.min(1, (row.busy[to] - row.busy[from]) / column);
    const middle = row.operations[(from + to) >>> 1];
    const lit = this.isLit(row, from, to);
    context.globalAlpha = lit ? 0.55 + 0.45 * share : 0.12;
    context.fillStyle = this.thin[this.run.trace.stream[row.operations[from]]];
    if (to - from > 1) {
      context.fillStyle = this.thin[this.run.trace.stream[middle]];
    }
    context.fillRect(pixel, top, 1, height);
    if (to - from < 4 && this.run.trace.failed[middle]) {
      context.fillStyle = colours.warn;
      context.fillRect(pixel, top + height - 4, 2, 4);
    }
    this.drawn += to - from;
  }

  /** A frame, and in front of it how long the operation waited: thin while it was held, thick while it stood in its queue. */
  drawSelected(colours, scroll) {
    const context = this.context;
    const operation = this.selected;
    const top = this.tops[this.run.rowOf[operation]] - scroll + 2;
    const height = this.rowHeight - 5;
    const start = this.run.start[operation];
    const left = this.x(start);
    context.globalAlpha = 1;
    context.fillStyle = colours.accent;
    const since = (wait, thickness) => {
      if (wait > 0) {
        const x = Math.max(-2, this.x(start - wait));
        context.fillRect(x, top + height - thickness, Math.max(0, left - x), thickness);
        context.fillRect(x, top, 2, height);
      }
    };
    if (!this.run.model) {
      since(this.run.trace.enqueued[operation], 1);
    }
    since(this.run.wait(operation, "submitted"), 4);
    context.strokeStyle = colours.ink;
    context.lineWidth = 2;
    const x = Math.max(left, -4);
    context.strokeRect(x - 1, top - 1, Math.max(3, Math.min(this.x(this.run.end[operation]), this.width + 4) - x + 2), height + 2);
  }
}
