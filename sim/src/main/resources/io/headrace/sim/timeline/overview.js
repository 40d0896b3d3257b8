"use strict";

/** How busy all rows were together over the whole time, as a share of the most that there was, and which piece of it the picture shows. One can choose another. */
class Overview {

  constructor(canvas, picture) {
    this.canvas = canvas;
    this.picture = picture;
    canvas.addEventListener("pointerdown", event => {
      canvas.setPointerCapture(event.pointerId);
      this.pressed = event.offsetX;
    });
    canvas.addEventListener("pointermove", event => {
      if (this.pressed !== undefined && Math.abs(event.offsetX - this.pressed) > 3) {
        this.choose(Math.min(this.pressed, event.offsetX), Math.max(this.pressed, event.offsetX));
      }
    });
    canvas.addEventListener("pointerup", event => {
      if (this.pressed !== undefined && Math.abs(event.offsetX - this.pressed) <= 3) {
        const half = (this.picture.to - this.picture.from) / 2;
        this.picture.setVisible(this.time(event.offsetX) - half, this.time(event.offsetX) + half);
      }
      this.pressed = undefined;
    });
  }

  time(x) {
    return this.picture.least + x / this.canvas.clientWidth * (this.picture.most - this.picture.least);
  }

  choose(from, to) {
    this.picture.setVisible(this.time(from), this.time(to));
  }

  draw() {
    const { run, least, most } = this.picture;
    const width = this.canvas.clientWidth;
    const height = this.canvas.clientHeight;
    const scale = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    const context = this.canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    if (this.run !== run) {
      this.run = run;
      this.load = run.load(400);
      this.most = Math.max(...this.load) || 1;
    }
    const colours = this.picture.colours();
    const x = time => (time - least) / (most - least) * width;
    const floor = height - 4;
    context.fillStyle = colours.band;
    context.fillRect(0, 2, width, floor - 2);
    context.fillStyle = colours.accent;
    context.globalAlpha = 0.65;
    const step = (run.to - run.from) / this.load.length;
    this.load.forEach((load, i) => {
      const left = x(run.from + i * step);
      const tall = load > 0 ? Math.max(1, load / this.most * (floor - 6)) : 0;
      context.fillRect(left, floor - tall, Math.max(1, x(run.from + (i + 1) * step) - left), tall);
    });
    context.globalAlpha = 0.55;
    context.fillStyle = colours.paper;
    const left = x(this.picture.from);
    const right = Math.max(left + 2, x(this.picture.to));
    context.fillRect(0, 0, left, height);
    context.fillRect(right, 0, width - right, height);
    context.globalAlpha = 1;
    context.strokeStyle = colours.accent;
    context.lineWidth = 2;
    context.strokeRect(Math.max(1, left), 2, Math.max(2, Math.min(width - 1, right) - Math.max(1, left)), floor - 2);
  }
}
