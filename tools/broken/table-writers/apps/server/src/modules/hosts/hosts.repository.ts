export const rename = (tx, name) => tx.updateTable('hosts').set({ name }).execute();
