import { Agent, request } from 'node:http';

/** Posts JSON over connections that stay open, as many as there are calls at the same time. */
export class ApiClient {
  #url;
  #headers;
  #agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

  constructor(url, token) {
    this.#url = url;
    this.#headers = {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
  }

  post(body) {
    const bytes = Buffer.from(JSON.stringify(body));
    const headers = { ...this.#headers, 'content-length': bytes.length };
    return new Promise((resolve, reject) => {
      const sent = request(this.#url, { method: 'POST', agent: this.#agent, headers }, response => {
        const chunks = [];
        response.on('data', chunk => chunks.push(chunk)).on('error', reject);
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
      });
      sent.on('error', reject).end(bytes);
    });
  }

  /** What a tool answers. Throws the message of a call that failed. */
  async call(name, args = {}) {
    const reply = await this.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
    if (reply.error !== undefined) throw new Error(`${name}: ${reply.error.message}`);
    return JSON.parse(reply.result.content[0].text);
  }

  close() {
    this.#agent.destroy();
  }
}

/** Calls something and answers its result with the milliseconds it took. */
export async function timed(call) {
  const startedAt = performance.now();
  const result = await call();
  return { result, ms: performance.now() - startedAt };
}
