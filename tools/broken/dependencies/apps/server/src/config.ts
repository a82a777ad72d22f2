export type Config = { name: string };
