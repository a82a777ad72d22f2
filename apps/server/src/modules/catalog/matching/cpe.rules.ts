import type { Cpe } from './advisory.types.ts';

// A colon that an odd number of backslashes stands before belongs to its part: `c\\:drive`.
const splitName = (name: string): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < name.length; at += 1) {
    if (name[at] === '\\') at += 1;
    else if (name[at] === ':') {
      parts.push(name.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, name.slice(from)];
};

const unescapeName = (part: string): string => part.replaceAll(/\\(.)/gs, '$1').toLowerCase();

/** A CPE 2.3 name (or the older `cpe:/a:vendor:product:version` form), or nothing when it is none. */
export const parseCpe = (name: string): Cpe | undefined => {
  const isOld = name.startsWith('cpe:/');
  if (!isOld && !name.startsWith('cpe:2.3:')) return undefined;
  const parts = isOld ? name.slice(5).split(':').map(decodeOld) : splitName(name.slice(8)).map(unescapeName);
  const [part = '', vendor = '', product = '', version, update, edition, , swEdition, targetSw, targetHw] = parts;
  if (!/^[aoh*]$/.test(part) || vendor === '' || product === '') return undefined;
  const orAny = (value: string | undefined): string => (value === undefined || value === '' ? '*' : value);
  return {
    part,
    vendor,
    product,
    version: orAny(version),
    update: orAny(update),
    edition: orAny(edition),
    swEdition: orAny(isOld ? undefined : swEdition),
    targetSw: orAny(isOld ? undefined : targetSw),
    targetHw: orAny(isOld ? undefined : targetHw),
  };
};

const decodeOld = (part: string): string => {
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part.toLowerCase();
  }
};

/** `vendor:product`, how a channel names its CPEs. Unescaped: nobody has to write `notepad\+\+` in a catalogue. */
export const cpeKey = ({ vendor, product }: Cpe): string => `${vendor}:${product}`;

const windowsTargets = new Set(['*', '-', 'windows', 'windows_10', 'windows_11', 'x64', 'enterprise', 'electron']);

/** Whether a name can mean the Windows program: `target_sw` names another system, or a library's ecosystem, otherwise. */
export const isForWindows = ({ targetSw }: Cpe): boolean => windowsTargets.has(targetSw);

const isWindows = ({ part, vendor, product }: Cpe): boolean =>
  part === 'o' && vendor === 'microsoft' && product.startsWith('windows');

/**
 * The other side of an AND. An operating system among the alternatives decides: Windows holds, others do not. Hardware
 * and other applications cannot be seen from a version, and are taken as present rather than hiding a vulnerability.
 */
export const conditionHolds = (alternatives: readonly Cpe[]): boolean => {
  const systems = alternatives.filter(({ part }) => part === 'o');
  return systems.length === 0 || systems.some(isWindows);
};

const otherSystem =
  /android|\bios\b|iphone|ipad|mac ?os|\bmac\b|os ?x\b|linux|unix|ubuntu|debian|chrome ?os|bsd|solaris/;

/** Whether words such as a CNA's `platforms` leave room for Windows. */
export const platformsHold = (platforms: readonly string[]): boolean =>
  platforms.length === 0 || platforms.some((platform) => platform.includes('windows') || !otherSystem.test(platform));
