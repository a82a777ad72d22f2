import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';

export interface Mail {
  /** Names the mail: one that is sent again after a failure keeps its name. */
  id: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Who gets the answer, where it is not the sender. */
  replyTo?: { name: string; address: string };
  attachments?: { filename: string; contentType: string; content: string | Buffer }[];
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

const timeoutMs = 20_000;

/** Sends mails through the operator's mail server, one connection for each. */
export const smtpMailer = (url: string, from: string): Mailer => {
  const server = new URL(url);
  const isEncrypted = server.protocol === 'smtps:';
  const hasPassword = server.username !== '';
  const transport = createTransport({
    host: server.hostname,
    port: Number(server.port) || (isEncrypted ? 465 : 587),
    secure: isEncrypted,
    // A password never goes over a connection that is not encrypted.
    requireTLS: hasPassword && !isEncrypted,
    ...(hasPassword && {
      auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) },
    }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A mail is made of text only; nothing in it may name a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.replace(/>$/, '').split('@').at(-1);
  return {
    async send({ id, ...mail }) {
      await transport.sendMail({ ...mail, from, messageId: `<${id}@${domain}>` });
    },
  };
};

/** What mails need; undefined where the operator has set no mail server. */
export const mailSettings = (
  config: Pick<Config, 'PATCHKEEP_SMTP_URL' | 'PATCHKEEP_MAIL_FROM' | 'PATCHKEEP_PUBLIC_URL'>,
): { mailer: Mailer; publicUrl: string } | undefined => {
  const { PATCHKEEP_SMTP_URL: url, PATCHKEEP_MAIL_FROM: from, PATCHKEEP_PUBLIC_URL: publicUrl } = config;
  return url === undefined || from === undefined || publicUrl === undefined
    ? undefined
    : { mailer: smtpMailer(url, from), publicUrl };
};
