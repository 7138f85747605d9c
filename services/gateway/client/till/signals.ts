/** Sound and vibration of an answer, each of which can be switched off. */
import { element, stored } from "./api.ts";

/** Of a receipt, as the page shows it. */
export type AnswerKind = "accept" | "wait" | "reject";

const tones: Readonly<Record<AnswerKind, readonly number[]>> = {
  accept: [660, 880],
  wait: [520],
  reject: [220, 165],
};
const vibrations: Readonly<Record<AnswerKind, number[]>> = {
  accept: [120],
  wait: [60, 60, 60],
  reject: [300, 100, 300],
};
const TONE_SECONDS = 0.18;
let audio: AudioContext | undefined;

const box = (name: "sound" | "vibration") => element<HTMLInputElement>(name);

export function setUpSignals(): void {
  for (const name of ["sound", "vibration"] as const) {
    box(name).checked = stored.read(name) !== false;
    box(name).addEventListener("change", () => stored.write(name, box(name).checked));
  }
}

/** Browsers allow sound only after a touch: call it in one. */
export function prepareSound(): void {
  if (!box("sound").checked || globalThis.AudioContext === undefined) return;
  audio ??= new AudioContext();
  void audio.resume();
}

export function signal(kind: AnswerKind): void {
  if (box("vibration").checked) navigator.vibrate?.(vibrations[kind]);
  if (!box("sound").checked || audio === undefined) return;
  for (const [place, frequency] of tones[kind].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const from = audio.currentTime + place * TONE_SECONDS;
    volume.gain.setValueAtTime(0.3, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_SECONDS);
    tone.frequency.value = frequency;
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + TONE_SECONDS);
  }
}
