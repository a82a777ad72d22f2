const save = async (): Promise<void> => {
  await Promise.resolve();
};

export const close = (): void => {
  save();
};
