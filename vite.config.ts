import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

const server = process.env['API_ADDRESS'] ?? 'http://127.0.0.1:3001';
// The address must reach the server as the browser wrote it: its origin check compares the two.
const proxy = { target: server, changeOrigin: false };

const framework = { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler|@react-router)\// };

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    target: 'es2022',
    sourcemap: false,
    // One file for the framework compresses better than its pieces and is kept by browsers across our own changes.
    rolldownOptions: { output: { codeSplitting: { groups: [framework] } } },
  },
  server: { proxy: { '/api': proxy, '/dev': proxy, '/healthz': proxy, '/readyz': proxy } },
});
