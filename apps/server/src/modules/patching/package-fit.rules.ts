const linuxKinds: ReadonlySet<string> = new Set(['deb']);

/** Whether a package is of a kind that a system can run. 0 Windows, 1 Linux, as hosts keep it. */
export const isFor = (osFamily: number, { kind }: { kind: string }): boolean =>
  linuxKinds.has(kind) === (osFamily === 1);
