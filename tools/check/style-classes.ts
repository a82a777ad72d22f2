import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const isScreen = /^apps\/console\/src\/.*\.tsx?$/;
const isStyle = /^apps\/console\/src\/.*\.module\.css$/;
const imports = /^import (\w+) from '(\.[^']+\.module\.css)';$/gm;

interface Uses {
  classes: Map<string, string>;
  /** A class that is only known while the page runs, such as `s[tone]`: any class may then be used. */
  isOpen: boolean;
}

/** The classes that components take from each style file, with the file that takes them. */
function usesOf(tree: string, files: string[]): Map<string, Uses> {
  const uses = new Map<string, Uses>();
  for (const file of files.filter((each) => isScreen.test(each))) {
    const text = readFileSync(join(tree, file), 'utf8');
    for (const [, name = '', path = ''] of text.matchAll(imports)) {
      const style = posix.join(posix.dirname(file), path);
      const found = uses.get(style) ?? { classes: new Map(), isOpen: false };
      uses.set(style, found);
      for (const [, used] of text.matchAll(new RegExp(String.raw`\b${name}\[(?:'([\w-]+)')?`, 'g')))
        if (used === undefined) found.isOpen = true;
        else found.classes.set(used, file);
    }
  }
  return uses;
}

/** Classes that a component takes and its style file does not have, and classes that no component takes. */
export function findUnmatchedClasses(tree: string, files: string[]): string[] {
  const uses = usesOf(tree, files);
  return files
    .filter((each) => isStyle.test(each))
    .flatMap((style) => {
      const lines = readFileSync(join(tree, style), 'utf8').split('\n');
      // As formatted, a line of a selector ends so, and a declaration ends in a semicolon.
      const selectors = lines.filter((line) => line.endsWith('{') || line.endsWith(',')).join('\n');
      const defined = new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name));
      const { classes, isOpen } = uses.get(style) ?? { classes: new Map<string, string>(), isOpen: false };
      const missing = [...classes].filter(([name]) => !defined.has(name));
      const unused = isOpen ? [] : [...defined].filter((name) => !classes.has(name));
      return [
        ...missing.map(([name, file]) => `${file}: takes the class ${name}, which ${style} does not have`),
        ...unused.map((name) => `${style}: no component takes the class ${name}`),
      ];
    })
    .toSorted();
}
