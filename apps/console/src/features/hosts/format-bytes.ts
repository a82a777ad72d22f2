const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** "118 GB": three digits are enough to see whether a disk is full. */
export const formatBytes = (bytes: number): string => {
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Number((bytes / 1024 ** step).toPrecision(3))} ${units[step]}`;
};
