// The three passes over one tile for devices that take CUDA C; an item is a pixel. Whole numbers only, in which every
// order of sums is the same, so that the pictures are those of any other device.

static __device__ int inside(int at, int size) {
    return at < 0 ? 0 : at < size ? at : size - 1;
}

extern "C" __global__ void demo_grey(const unsigned char *bgr, unsigned char *grey, int pixels) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
    grey[i] = (29 * bgr[3 * i] + 150 * bgr[3 * i + 1] + 77 * bgr[3 * i + 2] + 128) >> 8;
}

// What is read has `rows` of `stride` pixels; what is written, rows of `width`, begins there at (right, down).
extern "C" __global__ void demo_blur(
    const unsigned char *grey, unsigned char *blurred, int stride, int rows, int width, int pixels, int right, int down) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
    const int weights[5] = {1, 4, 6, 4, 1};
    int sum = 0;
    for (int dy = 0; dy < 5; dy++) {
        const unsigned char *row = grey + inside(i / width + down + dy - 2, rows) * stride;
        for (int dx = 0; dx < 5; dx++) {
            sum += weights[dy] * weights[dx] * row[inside(i % width + right + dx - 2, stride)];
        }
    }
    blurred[i] = (sum + 128) >> 8;
}

// The same terms.
extern "C" __global__ void demo_sobel(
    const unsigned char *blurred, unsigned char *edges, int stride, int rows, int width, int pixels, int right, int down) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
    int x = i % width + right, y = i / width + down;
    int left = inside(x - 1, stride), next = inside(x + 1, stride);
    const unsigned char *above = blurred + inside(y - 1, rows) * stride;
    const unsigned char *row = blurred + y * stride;
    const unsigned char *below = blurred + inside(y + 1, rows) * stride;
    int gx = above[next] + 2 * row[next] + below[next] - above[left] - 2 * row[left] - below[left];
    int gy = below[left] + 2 * below[x] + below[next] - above[left] - 2 * above[x] - above[next];
    int sum = abs(gx) + abs(gy);
    edges[i] = sum < 255 ? sum : 255;
}
