/* The rules have them, because the server writes reports with the same words. */
export {
  browserTimeZone,
  formatAbsolute,
  formatBytes,
  formatCount,
  formatNumber,
  formatPercent,
  formatRelative,
} from '@patchkeep/rules/text/format';
