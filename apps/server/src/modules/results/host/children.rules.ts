/** An application and the folders its copies are in. */
interface Placed {
  applicationId: number;
  paths: readonly string[];
}

const separator = /[\\/]+/;
const partsOf = (path: string): string[] => path.toLowerCase().split(separator).filter(Boolean);

/** A drive and a folder of folders (`C:\Program Files`) holds everybody's software: being inside it says nothing. */
const leastParts = 3;

/** Applications whose every copy lies inside the folder of another: parts of that one. */
export const childrenOf = (applications: readonly Placed[]): Set<number> => {
  const homes = new Map<string, Set<number>>();
  for (const { applicationId, paths } of applications)
    for (const path of paths) {
      const home = partsOf(path).join('/');
      homes.set(home, (homes.get(home) ?? new Set()).add(applicationId));
    }
  const isInsideAnother = (applicationId: number, path: string): boolean => {
    const parts = partsOf(path);
    for (let length = parts.length - 1; length >= leastParts; length--) {
      const owners = homes.get(parts.slice(0, length).join('/'));
      if (owners && !owners.has(applicationId)) return true;
    }
    return false;
  };
  return new Set(
    applications
      .filter(
        ({ applicationId, paths }) => paths.length > 0 && paths.every((path) => isInsideAnother(applicationId, path)),
      )
      .map(({ applicationId }) => applicationId),
  );
};
