import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { AppError } from '../../model/errors/errors.ts';
import { systemCode } from '../store/files/file-system.ts';

export interface TlsFiles {
  /** PEM: the certificate, followed by those of its authorities, if any. */
  certFile: string;
  keyFile: string;
}

export interface Tls {
  /** The whole chain, as PEM. */
  cert: string;
  key: string;
  /** The server's own certificate, as PEM, by which other processes of the user recognise the server. */
  certificate: string;
}

const fault = (message: string, next?: string): AppError =>
  new AppError('invalid-params', message, next === undefined ? {} : { next });

async function readPem(file: string, option: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw fault(`${option} ${file}: ${reason}.`);
  }
}

function readCertificate(pem: string, file: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    const found = pem.includes('PRIVATE KEY') ? ' but a key; are the two files swapped?' : '.';
    throw fault(`--tls-cert ${file} holds no certificate in PEM form ("-----BEGIN CERTIFICATE-----")${found}`);
  }
}

function readKey(pem: string, file: string): KeyObject {
  if (/ENCRYPTED/.test(pem))
    throw fault(
      `--tls-key ${file} is protected by a passphrase, which cannot be entered when Steploom starts.`,
      `openssl pkey -in ${file} -out plain.key, and keep that file to yourself (chmod 600)`,
    );
  try {
    return createPrivateKey(pem);
  } catch {
    const found = pem.includes('BEGIN CERTIFICATE') ? ' but a certificate; are the two files swapped?' : '.';
    throw fault(`--tls-key ${file} holds no private key in PEM form ("-----BEGIN PRIVATE KEY-----")${found}`);
  }
}

function refuseOutOfDate({ validFrom, validTo }: X509Certificate, file: string, now: Date): void {
  if (now.getTime() > Date.parse(validTo))
    throw fault(`The certificate ${file} expired on ${validTo}; no client would accept it.`);
  if (now.getTime() < Date.parse(validFrom))
    throw fault(`The certificate ${file} is valid only from ${validFrom}; no client would accept it yet.`);
}

/** Errors: `invalid-params` for files that are missing, no PEM, encrypted, expired, or do not belong together. */
export async function readTls({ certFile, keyFile }: TlsFiles, now = new Date()): Promise<Tls> {
  const cert = await readPem(certFile, '--tls-cert');
  const key = await readPem(keyFile, '--tls-key');
  const certificate = readCertificate(cert, certFile);
  if (!certificate.checkPrivateKey(readKey(key, keyFile)))
    throw fault(`The key ${keyFile} does not belong to the certificate ${certFile}.`);
  refuseOutOfDate(certificate, certFile, now);
  return { cert, key, certificate: certificate.toString() };
}
