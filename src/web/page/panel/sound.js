// Sounds of moves, made by the browser: no files.

import { preferences } from '../game/preferences.js';

/** A sound: its pitch in hertz, its length in seconds, and its loudness. @typedef {{pitch: number, length: number, volume: number}} Tone */

/** @type {Record<'move' | 'capture' | 'pass' | 'end', Tone[]>} */
const SOUNDS = {
  move: [{ pitch: 950, length: 0.05, volume: 0.5 }],
  capture: [{ pitch: 950, length: 0.05, volume: 0.5 }, { pitch: 620, length: 0.07, volume: 0.4 }],
  pass: [{ pitch: 420, length: 0.12, volume: 0.3 }],
  end: [{ pitch: 523, length: 0.16, volume: 0.3 }, { pitch: 784, length: 0.3, volume: 0.3 }],
};

/** @type {AudioContext | null} */
let context = null;

/** Plays a sound if sounds are on. @param {keyof typeof SOUNDS} name */
export function playSound(name) {
  if (!preferences.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Browsers suspend sounds before the first click.
  context.resume().catch(() => {});
  let start = context.currentTime;
  for (const tone of SOUNDS[name]) {
    play(context, tone, start);
    start += tone.length;
  }
}

/**
 * @param {AudioContext} audio
 * @param {Tone} tone
 * @param {number} start
 */
function play(audio, { pitch, length, volume }, start) {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.setValueAtTime(pitch, start);
  oscillator.frequency.exponentialRampToValueAtTime(pitch * 0.6, start + length);
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}
