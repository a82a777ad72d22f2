import type { SupportAttachment } from '@patchkeep/contract/support';
import type { ColumnType, Selectable } from 'kysely';

interface SupportMessagesTable {
  customer_id: string;
  message_id: string;
  user_id: string;
  site_id: string | null;
  subject: string;
  message: string;
  attachments: ColumnType<SupportAttachment[], string, string>;
  created_at: Date;
  sent_at: Date | null;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    support_messages: SupportMessagesTable;
  }
}

export type SupportMessageRow = Selectable<SupportMessagesTable>;
