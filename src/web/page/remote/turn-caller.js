// Calls a player to move: by the title, and by sound, notification and vibration if wanted.

import { html } from '../element.js';
import { keepPreferences, preferences } from '../game/preferences.js';
import { word } from '../text/words.js';

/** The two tones of the call: frequency in Hz, and when they begin in seconds. */
const TONES = [
  [660, 0],
  [880, 0.16],
];

/** Milliseconds of the vibration, a pause, and the vibration again. */
const VIBRATION = [120, 60, 120];

/** The choices of a player, and the calls. */
export class TurnCaller {
  constructor() {
    this.wasMine = false;
    /** Opened by the first sound. @type {AudioContext | undefined} */
    this.audio = undefined;
    this.note = html('p', { class: 'note', role: 'status' });
    this.element = html('fieldset', { class: 'calls' }, html('legend', {}, word('calls')), html('div', { class: 'row wrap' }, this.box('sound'), 'Notification' in window && this.box('notice'), 'vibrate' in navigator && this.box('vibration')), this.note);
  }

  /** @param {'sound' | 'notice' | 'vibration'} kind */
  box(kind) {
    const input = html('input', { type: 'checkbox', checked: preferences.calls[kind], 'data-call': kind });
    input.addEventListener('change', () => this.choose(kind, input));
    return html('label', { class: 'check' }, input, word(`call_${kind}`));
  }

  /**
   * @param {'sound' | 'notice' | 'vibration'} kind
   * @param {HTMLInputElement} input
   */
  async choose(kind, input) {
    this.note.textContent = '';
    if (kind === 'notice' && input.checked && (await Notification.requestPermission()) !== 'granted') {
      input.checked = false;
      this.note.textContent = word('call_notice_blocked');
    }
    preferences.calls[kind] = input.checked;
    keepPreferences();
    // A browser lets a page sound only after such a click.
    if (kind === 'sound' && input.checked) this.sound();
  }

  /**
   * Shows who is to move, and calls the player when their turn comes.
   *
   * @param {boolean} isMine
   * @param {string} title The title of the page.
   */
  show(isMine, title) {
    document.title = isMine ? word('page_turn', { turn: word('your_turn'), title }) : title;
    if (isMine && !this.wasMine) this.call(title);
    this.wasMine = isMine;
  }

  /** @param {string} title */
  call(title) {
    const { sound, notice, vibration } = preferences.calls;
    if (sound) this.sound();
    // Without a tap on the page before, the browser ignores this.
    if (vibration) navigator.vibrate?.(VIBRATION);
    if (notice && document.hidden && 'Notification' in window && Notification.permission === 'granted') this.notify(title);
  }

  /** @param {string} title */
  notify(title) {
    try {
      const shown = new Notification(word('your_turn'), { body: title, tag: location.pathname, icon: '/app/icon.svg' });
      shown.addEventListener('click', () => {
        window.focus();
        shown.close();
      });
    } catch {
      // Android's browsers notify from service workers only.
    }
  }

  sound() {
    this.audio ??= new AudioContext();
    const { audio } = this;
    for (const [frequency, begin] of TONES) {
      const tone = new OscillatorNode(audio, { frequency });
      const at = audio.currentTime + begin;
      const volume = new GainNode(audio, { gain: 0 });
      volume.gain.setValueAtTime(0.15, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.15);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.15);
    }
  }

  close() {
    this.audio?.close();
  }
}
