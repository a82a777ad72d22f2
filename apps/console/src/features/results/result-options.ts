/** What the address may say of the results of a host. */
export interface RawResultSearch {
  showChildren?: boolean | undefined;
  showDrivers?: boolean | undefined;
  showHidden?: boolean | undefined;
  showInstalled?: boolean | undefined;
  showSuiteMembers?: boolean | undefined;
  order?: string | undefined;
  q?: string | undefined;
}

/** Which kinds of applications are shown beside those with a problem. */
export const optionNames = ['showInstalled', 'showDrivers', 'showHidden', 'showSuiteMembers', 'showChildren'] as const;
export type OptionName = (typeof optionNames)[number];

export interface ResultSearch {
  options: Record<OptionName, boolean>;
  isProblemsFirst: boolean;
  q: string;
}

export const readResultSearch = (raw: RawResultSearch): ResultSearch => ({
  options: {
    // Healthy ones are shown unless somebody says otherwise; the special kinds are not.
    showInstalled: raw.showInstalled ?? true,
    showDrivers: raw.showDrivers ?? false,
    showHidden: raw.showHidden ?? false,
    showSuiteMembers: raw.showSuiteMembers ?? false,
    showChildren: raw.showChildren ?? false,
  },
  isProblemsFirst: raw.order !== 'name',
  q: (raw.q ?? '').slice(0, 100),
});

/** Only what differs from the plain page stands in the address. */
export const writeResultSearch = ({ options, isProblemsFirst, q }: ResultSearch): RawResultSearch => ({
  ...(!options.showInstalled && { showInstalled: false }),
  ...(options.showDrivers && { showDrivers: true }),
  ...(options.showHidden && { showHidden: true }),
  ...(options.showSuiteMembers && { showSuiteMembers: true }),
  ...(options.showChildren && { showChildren: true }),
  ...(!isProblemsFirst && { order: 'name' }),
  ...(q !== '' && { q }),
});
