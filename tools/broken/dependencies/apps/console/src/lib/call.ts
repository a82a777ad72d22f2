export const call = (): void => undefined;
