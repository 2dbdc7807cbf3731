export default function setup(): void {
  if (!process.env['TEST_MONGODB_URI']) {
    throw new Error('npm run test:mongodb needs TEST_MONGODB_URI, the address of a MongoDB');
  }
}
