/**
 * The tables of the database as TypeScript knows them. Empty here: each module adds its own in `<module>.tables.ts`,
 * so that the platform knows no module and a table has one home.
 */
export interface Tables {}
