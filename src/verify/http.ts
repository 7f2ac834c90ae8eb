import type { IncomingMessage, RequestOptions } from 'node:http';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Response } from './live';

/** Sends one request, and reads the whole answer. */
export async function send(
  server: URL,
  options: RequestOptions,
  method: string,
  path: string,
  signal: AbortSignal,
  body?: unknown,
): Promise<Response> {
  const { request } = server.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const url = new URL(`${server.pathname.replace(/\/$/, '')}${path}`, server);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const json = 'application/json';
  const headers = { ...options.headers, 'Accept': json, 'Accept-Encoding': 'gzip', ...text !== undefined && { 'Content-Type': json } };
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request(url, { ...options, method, headers, signal }, resolve).on('error', reject).end(text));
  // a pipe would not hand on that the answer was cut, and nobody would ever know
  const stream = response.headers['content-encoding'] === 'gzip' ? pipeline(response, createGunzip(), () => undefined) : response;
  const head = { status: response.statusCode!, retryAfter: secondsUntil(response.headers['retry-after']) };
  const answer = await textOf(stream);
  try {
    return { ...head, body: JSON.parse(answer) };
  } catch {
    return { ...head, body: { message: answer.trim().slice(0, 500) } };
  }
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    throw new Error(`the answer ended too early: ${(error as Error).message}`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A number of seconds, or a date, as HTTP has it. */
function secondsUntil(header: string | undefined): number | undefined {
  if (header === undefined) {
    return undefined;
  }
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
