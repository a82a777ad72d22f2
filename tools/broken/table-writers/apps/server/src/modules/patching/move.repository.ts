export const move = (tx, groupId) => sql`update hosts h set group_id = ${groupId}`.execute(tx);
export const count = (tx) => sql`select count(*) from host_tags`.execute(tx);
