import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

const server = process.env['API_ADDRESS'] ?? 'http://127.0.0.1:3001';
// The address must reach the server as the browser wrote it: its origin check compares the two.
const proxy = { target: server, changeOrigin: false };

export default defineConfig({
  plugins: [reactRouter()],
  build: { target: 'es2022', sourcemap: false },
  server: { proxy: { '/api': proxy, '/dev': proxy, '/healthz': proxy, '/readyz': proxy } },
});
