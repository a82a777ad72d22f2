import { expect, it } from 'vitest';
import { readAct } from './act-words.ts';

it.each([
  ['block vlc', { word: 'block', name: 'vlc' }],
  ['BLO  VLC media', { word: 'block', name: 'vlc media' }],
  ['unblock 7zip', { word: 'unblock', name: '7zip' }],
  ['bolck vlc', { word: 'block', name: 'vlc' }],
  ['restart lt-cph-0412', { word: 'restart', name: 'lt-cph-0412' }],
  ['restart', undefined],
  ['restart ', undefined],
  ['bl vlc', undefined],
  ['google chrome', undefined],
])('reads the act of "%s"', (typed, act) => expect(readAct(typed)).toEqual(act));
