export const database = 'template';
