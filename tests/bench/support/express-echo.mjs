/** The least an Express server can do with a JSON body. Sends { url } once it listens. */
import express from 'express';

const app = express();
app.use(express.json());
app.post('/', (request, response) => void response.json(request.body));
const server = app.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}/` }));
