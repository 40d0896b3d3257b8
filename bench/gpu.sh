#!/usr/bin/env bash
# Headrace on an NVIDIA GPU beside bare calls by FFM, JCuda and C++. Needs what `mvn -Dfast -DskipTests -pl bench -am package`
# makes, a JDK 25 or later (JAVA_HOME, else `java`), and nvcc for the C++ column, which is left out without it.
set -eu

here=$(cd -P "$(dirname "${BASH_SOURCE[0]}")" && pwd)
jar=${BENCH_JAR:-$here/target/fast/headrace-bench.jar}
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
[ -r "$jar" ] || {
  echo "gpu.sh: $jar is missing: run \`mvn -Dfast -DskipTests -pl bench -am package\` first, or name it in BENCH_JAR" >&2
  exit 1
}
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
library=()
if command -v nvcc >/dev/null; then
  nvcc -O2 -shared -Xcompiler -fPIC -o "$built/libpeers.so" "$here/src/main/cpp/peers.cpp" -lcuda
  library=("$built/libpeers.so")
else
  echo "gpu.sh: there is no nvcc, so C++ is left out" >&2
fi
# JAVA_OPTS may hold several options.
# shellcheck disable=SC2086
"$java" ${JAVA_OPTS:-} --enable-native-access=ALL-UNNAMED -cp "$jar" io.headrace.bench.gpu.GpuPeers "${library[@]}"
