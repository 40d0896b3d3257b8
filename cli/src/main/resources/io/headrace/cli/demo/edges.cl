// The passes of edges.cu for devices that take OpenCL C: the same arithmetic in whole numbers.

int inside(int at, int size) {
    return at < 0 ? 0 : at < size ? at : size - 1;
}

kernel void demo_grey(global const uchar *bgr, global uchar *grey, int pixels) {
    int i = get_global_id(0);
    if (i >= pixels) return;
    grey[i] = (29 * bgr[3 * i] + 150 * bgr[3 * i + 1] + 77 * bgr[3 * i + 2] + 128) >> 8;
}

// What is read has `rows` of `stride` pixels; what is written, rows of `width`, begins there at (right, down).
kernel void demo_blur(
    global const uchar *grey, global uchar *blurred, int stride, int rows, int width, int pixels, int right, int down) {
    int i = get_global_id(0);
    if (i >= pixels) return;
    const int weights[5] = {1, 4, 6, 4, 1};
    int sum = 0;
    for (int dy = 0; dy < 5; dy++) {
        global const uchar *row = grey + inside(i / width + down + dy - 2, rows) * stride;
        for (int dx = 0; dx < 5; dx++) {
            sum += weights[dy] * weights[dx] * row[inside(i % width + right + dx - 2, stride)];
        }
    }
    blurred[i] = (sum + 128) >> 8;
}

// The same terms.
kernel void demo_sobel(
    global const uchar *blurred, global uchar *edges, int stride, int rows, int width, int pixels, int right, int down) {
    int i = get_global_id(0);
    if (i >= pixels) return;
    int x = i % width + right, y = i / width + down;
    int left = inside(x - 1, stride), next = inside(x + 1, stride);
    global const uchar *above = blurred + inside(y - 1, rows) * stride;
    global const uchar *row = blurred + y * stride;
    global const uchar *below = blurred + inside(y + 1, rows) * stride;
    int gx = above[next] + 2 * row[next] + below[next] - above[left] - 2 * row[left] - below[left];
    int gy = below[left] + 2 * below[x] + below[next] - above[left] - 2 * above[x] - above[next];
    int sum = abs(gx) + abs(gy);
    edges[i] = sum < 255 ? sum : 255;
}
