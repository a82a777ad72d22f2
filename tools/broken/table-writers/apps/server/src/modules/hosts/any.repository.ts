export const clear = (tx, table) => tx.deleteFrom(table).execute();
