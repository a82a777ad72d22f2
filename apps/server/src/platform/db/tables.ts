/**
 * The tables of the database as TypeScript knows them. Empty here: each module adds its own in `<module>.tables.ts`,
 * so that the platform knows no module and a table has one home.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by declaration merging
export interface Tables {}
