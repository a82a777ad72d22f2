/** In this order: most browsers also carry the names of those that came before them. */
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdgA?\/(\d{1,4})/],
  ['Opera', /\bOPR\/(\d{1,4})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d{1,4})/],
  ['Safari', /\bVersion\/(\d{1,4})[^ ]{0,20} (?:Mobile\/\w{1,12} )?Safari\//],
];

const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** The browser in words, as its owner would call it. It says so itself: nothing but words may depend on it. */
export const browserWords = (userAgent: string): string => {
  const [name] = browsers.flatMap(([browser, mark]) => {
    const version = mark.exec(userAgent)?.[1];
    return version === undefined ? [] : [`${browser} ${version}`];
  });
  const system = systems.find(([, mark]) => mark.test(userAgent))?.[0];
  return [name ?? 'Unknown browser', ...(system === undefined ? [] : [system])].join(' on ');
};
