import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Config } from '../config/config.ts';

export interface Mail {
  /** Names the mail: one that is sent again after a failure keeps its name. */
  id: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Where the reader changes which mails they get. */
  listUnsubscribe?: string;
  /** Who gets the answer, where it is not the sender. */
  replyTo?: { name: string; address: string };
  attachments?: readonly { filename: string; contentType: string; content: string | Buffer }[];
}

/** A mail of which the mail server has all but the last line. Until `finish` it has taken nothing. */
export interface Handover {
  /** Sends the last line; settles with the server's answer. */
  finish(): Promise<void>;
  abort(): void;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** In two steps, for mails whose sending is written down between them. */
  begin(mail: Mail): Promise<Handover>;
}

const timeoutMs = 20_000;

const optionsOf = (url: string) => {
  const server = new URL(url);
  const isEncrypted = server.protocol === 'smtps:';
  const hasPassword = server.username !== '';
  return {
    connection: {
      host: server.hostname,
      port: Number(server.port) || (isEncrypted ? 465 : 587),
      secure: isEncrypted,
      // A password never goes over a connection that is not encrypted.
      requireTLS: hasPassword && !isEncrypted,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    },
    credentials: hasPassword
      ? { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) }
      : undefined,
  };
};

/** Sends mails through the operator's mail server, one connection for each. */
export const smtpMailer = (url: string, from: string): Mailer => {
  const { connection: options, credentials } = optionsOf(url);
  const domain = from.replace(/>$/, '').split('@').at(-1);

  const compose = ({ id, listUnsubscribe, attachments = [], ...mail }: Mail) =>
    new MailComposer({
      ...mail,
      from,
      messageId: `<${id}@${domain}>`,
      attachments: [...attachments],
      ...(listUnsubscribe !== undefined && { headers: { 'List-Unsubscribe': `<${listUnsubscribe}>` } }),
      // A mail is made of text only; nothing in it may name a file or an address to read.
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile();

  const begin = async (mail: Mail): Promise<Handover> => {
    const message = compose(mail);
    const envelope = message.getEnvelope();
    const content = await message.build();
    const connection = new SMTPConnection(options);
    const [handed, last, answered] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    // Whoever waits hears of it; nobody may wait any more.
    for (const { promise } of [handed, last, answered]) promise.catch(() => undefined);
    const fail = (error: Error): void => {
      handed.reject(error);
      answered.reject(error);
      connection.close();
    };
    const body = async function* () {
      yield content;
      // The stream asks for more once the server has been given all of the content.
      handed.resolve();
      await last.promise;
    };
    const talk = (): void =>
      connection.send(envelope, Readable.from(body(), { objectMode: false, highWaterMark: 1 }), (error) => {
        if (error) return fail(error);
        answered.resolve();
        connection.quit();
      });
    connection.once('error', fail);
    connection.once('end', () => fail(new Error('The mail server closed the connection')));
    connection.connect((error) => {
      if (error) return fail(error);
      if (!credentials || !connection.allowsAuth) return talk();
      connection.login({ credentials }, (refused) => (refused ? fail(refused) : talk()));
    });
    await handed.promise;
    return {
      finish: async () => {
        last.resolve();
        await answered.promise;
      },
      abort: () => {
        connection.close();
        last.reject(new Error('The mail was not to be sent'));
      },
    };
  };

  return { begin, send: async (mail) => (await begin(mail)).finish() };
};

/** What mails need; undefined where the operator has set no mail server. */
export const mailSettings = (
  config: Pick<Config, 'PATCHKEEP_SMTP_URL' | 'PATCHKEEP_MAIL_FROM' | 'PATCHKEEP_PUBLIC_URL'>,
): MailSettings | undefined => {
  const { PATCHKEEP_SMTP_URL: url, PATCHKEEP_MAIL_FROM: from, PATCHKEEP_PUBLIC_URL: publicUrl } = config;
  return url === undefined || from === undefined || publicUrl === undefined
    ? undefined
    : { mailer: smtpMailer(url, from), publicUrl };
};

export interface MailSettings {
  mailer: Mailer;
  publicUrl: string;
}
