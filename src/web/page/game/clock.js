// Clocks of a game on this page.

import { numberText } from '../text/words.js';

/** @typedef {import('./position.js').Color} Color */
/** Main time in seconds, with an increment or with `periods` byo-yomi periods. @typedef {{main: number, increment?: number, byoyomi?: number, periods?: number}} ClockSetting */
/** Time left in seconds: main time, then the running period; and the number of periods. @typedef {{main: number, period: number, periods: number}} TimeLeft */

/** The clocks of both sides. */
export class Clock {
  /** @param {ClockSetting} setting */
  constructor(setting) {
    this.setting = setting;
    /** @type {{b: TimeLeft, w: TimeLeft}} */
    this.left = { b: fullTime(setting), w: fullTime(setting) };
    /** @type {Color | null} */
    this.running = null;
    this.since = 0;
  }

  /**
   * Starts the clock of a side and stops the other.
   *
   * @param {Color | null} color
   * @param {number} now Milliseconds.
   */
  run(color, now) {
    this.settle(now);
    this.running = color;
    this.since = now;
  }

  /**
   * Ends a move: adds the increment, or refills the period.
   *
   * @param {Color} color
   * @param {number} now Milliseconds.
   */
  moved(color, now) {
    this.settle(now);
    this.running = null;
    const left = this.left[color];
    if (this.setting.byoyomi) left.period = this.setting.byoyomi;
    else left.main += this.setting.increment ?? 0;
  }

  /** Charges the running clock for the time since the last call. @param {number} now Milliseconds. */
  settle(now) {
    if (!this.running) return;
    spend(this.left[this.running], (now - this.since) / 1000, this.setting);
    this.since = now;
  }

  /** Returns the side that has run out of time. @returns {Color | null} */
  flag() {
    const color = this.running;
    if (!color) return null;
    const left = this.left[color];
    return left.main <= 0 && left.periods <= 0 ? color : null;
  }
}

/** @param {ClockSetting} setting @returns {TimeLeft} */
function fullTime(setting) {
  return { main: setting.main, period: setting.byoyomi ?? 0, periods: setting.byoyomi ? (setting.periods ?? 1) : 0 };
}

/**
 * @param {TimeLeft} left
 * @param {number} seconds
 * @param {ClockSetting} setting
 */
function spend(left, seconds, setting) {
  const fromMain = Math.min(left.main, seconds);
  left.main -= fromMain;
  let rest = seconds - fromMain;
  while (rest > 0 && left.periods > 0) {
    const fromPeriod = Math.min(left.period, rest);
    left.period -= fromPeriod;
    rest -= fromPeriod;
    if (left.period > 1e-9) return;
    left.periods--;
    left.period = left.periods > 0 ? (setting.byoyomi ?? 0) : 0;
  }
}

/**
 * Formats time left as `4:05`, below ten seconds as `7.3`, a period as `0:28 (3)`.
 *
 * @param {TimeLeft} left
 */
export function clockText(left) {
  if (left.main > 0 || left.periods <= 0) return minutes(left.main);
  return `${minutes(left.period)} (${left.periods})`;
}

/** @param {number} seconds */
function minutes(seconds) {
  const rest = Math.max(0, seconds);
  if (rest < 10) return numberText(rest, 1);
  const whole = Math.ceil(rest);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
