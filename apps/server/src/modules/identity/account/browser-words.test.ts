import { describe, expect, it } from 'vitest';
import { browserWords } from './browser-words.rules.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the browser of a session in words', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome 142 on Windows'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
      'Edge 142 on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145 on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
      'Safari 26 on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari 26 on iPhone',
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome 142 on Android'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/142.0.0.0 Safari/537.36`, 'Chrome 142 on Linux'],
    ['curl/8.5.0', 'Unknown browser'],
    ['', 'Unknown browser'],
    ['<script>alert(1)</script> Firefox/1', 'Firefox 1'],
  ])('of %j is %j', (userAgent, words) => expect(browserWords(userAgent)).toBe(words));
});
