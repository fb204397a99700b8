// Small sounds, made here and now: no files. A sound is a few damped tones and a breath of noise.

import { still } from "./motion.js";

/** Loudness of everything. */
const VOLUME = 0.16;

// Tones: [hertz, seconds, loudness]; noise: [hertz of the filter, its width, seconds, loudness].
const VOICES = {
  bar: { tones: [[196, 0.09, 0.8], [523, 0.05, 0.35]], noise: [1400, 0.8, 0.035, 0.9] },
  ring: { tones: [[880, 0.16, 0.25], [1320, 0.1, 0.12]], noise: [2600, 0.5, 0.16, 0.4] },
  card: { tones: [], noise: [4200, 0.4, 0.09, 0.7] },
  lift: { tones: [[392, 0.04, 0.25]], noise: [2400, 1, 0.02, 0.3] },
  capture: { tones: [[147, 0.2, 0.8], [220, 0.14, 0.4]], noise: [700, 0.7, 0.08, 0.9] },
  refused: { tones: [[165, 0.14, 0.5], [156, 0.14, 0.5]], noise: null },
  turn: { tones: [[659, 0.22, 0.3], [880, 0.3, 0.25, 0.09]], noise: null },
  end: { tones: [[523, 0.4, 0.3], [659, 0.4, 0.3, 0.12], [784, 0.7, 0.3, 0.24]], noise: null },
};

class Sounds {
  constructor() {
    this.context = null;
    // Browsers let nothing sound before somebody has done something.
    for (const kind of ["pointerdown", "pointerup", "keydown"]) {
      addEventListener(kind, () => this.#wake(), { capture: true, passive: true });
    }
  }

  get wanted() {
    return document.documentElement.dataset.sound === "on";
  }

  #wake() {
    // A finger that comes down may still scroll: that is nothing done yet.
    if (!this.wanted || navigator.userActivation?.isActive === false) return;
    if (this.context === null && globalThis.AudioContext) {
      this.context = new AudioContext();
      this.out = this.context.createGain();
      this.out.gain.value = VOLUME;
      this.out.connect(this.context.destination);
      this.hiss = this.#noise();
    } else if (this.context?.state === "suspended") {
      this.context.resume();
    }
  }

  /** Half a second of noise, to be filtered. */
  #noise() {
    const buffer = this.context.createBuffer(1, this.context.sampleRate / 2, this.context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
    return buffer;
  }

  /** One of the voices, `after` seconds from now. True if it is heard. */
  play(name, after = 0) {
    if (!this.wanted || this.context?.state !== "running" || document.hidden) return false;
    const { tones, noise } = VOICES[name];
    const start = this.context.currentTime + after;
    for (const [hertz, time, loud, late = 0] of tones) {
      const tone = this.context.createOscillator();
      tone.type = "triangle";
      tone.frequency.value = hertz;
      this.#sounded(tone, start + late, time, loud);
    }
    if (noise) {
      const [hertz, width, time, loud] = noise;
      const source = this.context.createBufferSource();
      source.buffer = this.hiss;
      const filter = this.context.createBiquadFilter();
      filter.type = "bandpass";
      filter.frequency.value = hertz;
      filter.Q.value = width;
      this.#sounded(source, start, time, loud, filter);
    }
    return true;
  }

  /** Loud at once, then fading. */
  #sounded(source, start, time, loud, filter = null) {
    const gain = this.context.createGain();
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.001, start + time);
    (filter ? source.connect(filter) : source).connect(gain).connect(this.out);
    source.start(start);
    source.stop(start + time + 0.02);
  }
}

/** What things in a picture sound like, by what tells that they are there. */
const MATERIALS = { bar: "[data-ends]", ring: "[data-peg]", card: "[data-home]" };

/** A table as it is heard: what is told of it becomes sounds. */
export class Heard {
  constructor() {
    this.sounds = new Sounds();
    this.bars = null;
  }

  picked(clicks) {
    if (clicks.length > 0) this.sounds.play("lift");
  }

  refused() {
    this.sounds.play("refused");
  }

  /** Another state is shown: what was played is set down, a bar taken off, the turn or the end comes. */
  shown(before, now, drawing) {
    const bars = drawing?.querySelectorAll("[data-ends]").length ?? 0;
    const taken = this.bars !== null && bars < this.bars;
    this.bars = bars;
    if (!before || now.ply === before.ply) return;
    // When the motion is over, which is seen meanwhile.
    const late = still() ? 0 : 0.22;
    const kind = Object.keys(MATERIALS).find((name) => drawing?.querySelector(MATERIALS[name]));
    if (kind) this.sounds.play(kind, late);
    if (taken && now.ply > before.ply) this.sounds.play("capture", late + 0.1);
    if (now.over && !before.over) this.sounds.play("end", late + 0.25);
    else if (now.paths.length > 0 && before.paths.length === 0) this.sounds.play("turn", late + 0.2);
  }
}
