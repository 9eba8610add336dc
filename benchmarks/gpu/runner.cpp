//===- runner.cpp - Kernels of a GPU against cuSPARSE -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs kernels of Weft, which are linked as object files, and those of
// cuSPARSE, compares the results with the host's, and writes a table of
// medians. On the PTX machine (WEFT_GPU=emulate), results are compared, and the
// table has counts.
//
//===----------------------------------------------------------------------===//

#include "cusparse.h"
#include "matrices.h"

#include "weft-c/Weft.h"

// The headers of the kernels, which bundle.py writes.
#include "sddmm_f32.h"
#include "sddmm_f64.h"
#include "spmm_f32.h"
#include "spmm_f64.h"
#include "spmv_f32.h"
#include "spmv_f64.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>

static constexpr int kRuns = 25;

struct Options {
  int64_t entries = 10'000'000;
  std::string path = "gpu.csv";
  bool isEmulated = false;
};

/// A tensor for a kernel, whose arrays belong to others.
class Argument {
public:
  Argument(std::vector<int64_t> sizes, std::vector<weft_array> given)
      : dims(std::move(sizes)), arrays(std::move(given)),
        data{int64_t(dims.size()), int64_t(arrays.size()), dims.data(),
             arrays.data()} {}
  Argument(const Argument &) = delete;

  std::vector<int64_t> dims;
  std::vector<weft_array> arrays;
  weft_tensor_data data;
};

template <typename T> static weft_array view(const std::vector<T> &array) {
  return {const_cast<T *>(array.data()), int64_t(array.size())};
}

/// Numbers that are small integers, so that sums are exact where they are
/// short.
template <typename T>
static std::vector<T> drawNumbers(int64_t count, int seed) {
  std::mt19937_64 pick(seed);
  std::vector<T> numbers(count);
  for (T &number : numbers)
    number = T(int(pick() % 9) - 4);
  return numbers;
}

/// What is written of one implementation.
struct Row {
  std::string kernel, type, matrix, implementation;
  int64_t rows, columns, entries;
  double median, bytes;
  bool isRight;
};

class Table {
public:
  explicit Table(const std::string &path)
      : file(std::fopen(path.c_str(), "w")) {
    if (!file) {
      std::fprintf(stderr, "error: cannot write %s\n", path.c_str());
      std::exit(1);
    }
    std::fputs("kernel,type,matrix,rows,columns,entries,implementation,right,"
               "median_ms,unique_bytes,copy_gb_per_s,warp_instructions,"
               "active_lanes,sector_bytes,atomics,longest_warp\n",
               file);
  }
  ~Table() { std::fclose(file); }

  void add(const Row &row, double bandwidth, const weft_device_counts &counts) {
    std::fprintf(file, "%s,%s,%s,%lld,%lld,%lld,%s,%d,", row.kernel.c_str(),
                 row.type.c_str(), row.matrix.c_str(), (long long)row.rows,
                 (long long)row.columns, (long long)row.entries,
                 row.implementation.c_str(), row.isRight);
    // Nothing is measured where there is no device.
    if (counts.emulated) {
      double warps = double(std::max<int64_t>(1, counts.warps));
      double work = double(std::max<int64_t>(1, counts.warp_instructions));
      std::fprintf(file, ",%.0f,,%lld,%.2f,%lld,%lld,%.3f\n", row.bytes,
                   (long long)counts.warp_instructions,
                   counts.lane_instructions / work,
                   (long long)counts.sectors * 32, (long long)counts.atomics,
                   counts.longest_warp / (work / warps));
    } else {
      std::fprintf(file, "%.6f,%.0f,%.1f,,,,,\n", row.median, row.bytes,
                   bandwidth);
    }
    std::fflush(file);
    failures += !row.isRight;
    std::printf("%-6s %-4s %-12s %-14s %s\n", row.kernel.c_str(),
                row.type.c_str(), row.matrix.c_str(),
                row.implementation.c_str(), row.isRight ? "right" : "WRONG");
  }

  int failures = 0;

private:
  FILE *file;
};

static double findMedian(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// One kernel with its operands.
template <typename T> class Case {
public:
  Case(const Matrix &matrix, const std::string &kernel, int64_t width,
       const Options &options, CudaLibraries *libraries, double bandwidth,
       Table &table)
      : matrix(matrix), kernel(kernel), width(width), options(options),
        libraries(libraries), bandwidth(bandwidth), table(table),
        values(drawNumbers<T>(matrix.numEntries(), 1)),
        left(drawNumbers<T>(kernel == "sddmm" ? matrix.rows * width : 0, 2)),
        right(drawNumbers<T>(matrix.columns * width, 3)) {
    computeExpected();
  }

  void run() {
    runWeft();
    if (!libraries)
      return;
    if (kernel == "spmv")
      for (auto [name, algorithm] :
           {std::pair("cuSPARSE", 0), std::pair("cuSPARSE ALG1", 2),
            std::pair("cuSPARSE ALG2", 3)})
        runCusparse(name, algorithm);
    else if (kernel == "spmm")
      for (auto [name, algorithm] :
           {std::pair("cuSPARSE", 0), std::pair("cuSPARSE ALG1", 4),
            std::pair("cuSPARSE ALG2", 6), std::pair("cuSPARSE ALG3", 12)})
        runCusparse(name, algorithm);
    else
      runCusparse("cuSPARSE", 0);
  }

private:
  void computeExpected();
  bool isRight(const T *result) const;
  double countBytes() const;
  void runWeft();
  void runCusparse(const char *name, int algorithm);
  void report(const std::string &implementation, std::vector<double> times,
              bool right, const weft_device_counts &counts);

  const Matrix &matrix;
  std::string kernel;
  int64_t width;
  const Options &options;
  CudaLibraries *libraries;
  double bandwidth;
  Table &table;
  std::vector<T> values, left, right;
  /// Sums, and those of absolute values, which bound the error of sums.
  std::vector<double> expected, magnitude;
};

template <typename T> void Case<T>::computeExpected() {
  bool isSddmm = kernel == "sddmm";
  expected.assign(isSddmm ? matrix.numEntries() : matrix.rows * width, 0);
  magnitude = expected;
  for (int64_t i = 0; i < matrix.rows; ++i)
    for (int64_t p = matrix.positions[i]; p < matrix.positions[i + 1]; ++p)
      for (int64_t k = 0; k < width; ++k) {
        int64_t at = isSddmm ? p : i * width + k;
        double term = double(values[p]) *
                      right[matrix.coordinates[p] * width + k] *
                      (isSddmm ? left[i * width + k] : 1);
        expected[at] += term;
        magnitude[at] += std::fabs(term);
      }
}

template <typename T> bool Case<T>::isRight(const T *result) const {
  double unit = sizeof(T) == 4 ? 1e-6 : 1e-14;
  for (size_t at = 0; at < expected.size(); ++at)
    if (!(std::fabs(result[at] - expected[at]) <= unit * (16 + magnitude[at])))
      return false;
  return true;
}

/// The bytes that have to be moved once.
template <typename T> double Case<T>::countBytes() const {
  return double(matrix.positions.size() + matrix.coordinates.size()) * 4 +
         double(values.size() + left.size() + right.size() + expected.size()) *
             sizeof(T);
}

template <typename T>
void Case<T>::report(const std::string &implementation,
                     std::vector<double> times, bool right,
                     const weft_device_counts &counts) {
  std::string name = kernel == "spmv" ? kernel : kernel + std::to_string(width);
  table.add({name, sizeof(T) == 4 ? "f32" : "f64", matrix.name, implementation,
             matrix.rows, matrix.columns, matrix.numEntries(),
             findMedian(times), countBytes(), right},
            bandwidth, counts);
}

template <typename T> void Case<T>::runWeft() {
  constexpr bool isSingle = sizeof(T) == 4;
  Argument sparse(
      {matrix.rows, matrix.columns},
      {view(matrix.positions), view(matrix.coordinates), view(values)});
  bool isSddmm = kernel == "sddmm", isSpmv = kernel == "spmv";
  auto dense = [&](int64_t rows, const std::vector<T> &numbers) {
    std::vector<int64_t> dims{rows};
    if (!isSpmv)
      dims.push_back(width);
    return std::make_unique<Argument>(dims, std::vector{view(numbers)});
  };
  auto x = dense(matrix.columns, right), c = dense(matrix.rows, left);
  std::vector<double> times;
  bool right = true;
  weft_device_counts counts = {};
  for (int run = 0; run < (options.isEmulated ? 1 : kRuns + 1); ++run) {
    Argument result(isSddmm ? sparse.dims : x->dims,
                    std::vector<weft_array>(isSddmm ? 3 : 1));
    result.dims[0] = matrix.rows;
    weft_rt_error error;
    weft_device_reset_counts();
    int64_t status =
        isSpmv    ? (isSingle ? spmv_f32 : spmv_f64)(&result.data, &sparse.data,
                                                     &x->data, &error)
        : isSddmm ? (isSingle ? sddmm_f32 : sddmm_f64)(
                        &result.data, &sparse.data, &c->data, &x->data, &error)
                  : (isSingle ? spmm_f32 : spmm_f64)(&result.data, &sparse.data,
                                                     &x->data, &error);
    if (status != WEFT_RT_OK) {
      std::fprintf(stderr, "error: a kernel fails with status %lld\n",
                   (long long)status);
      std::exit(1);
    }
    weft_device_get_counts(&counts, sizeof counts);
    right &= isRight(static_cast<const T *>(result.arrays.back().data));
    // The first run loads the kernel.
    if (run != 0 || options.isEmulated)
      times.push_back(counts.kernel_time);
    for (weft_array &array : result.arrays)
      weft_rt_free_result(array.data);
  }
  report("Weft", times, right, counts);
}

template <typename T>
void Case<T>::runCusparse(const char *name, int algorithm) {
  CudaLibraries &lib = *libraries;
  const int type = sizeof(T) == 4 ? cuda::kFloat : cuda::kDouble;
  bool isSddmm = kernel == "sddmm", isSpmv = kernel == "spmv";
  const T one = 1, zero = 0;
  std::vector<T> result(expected.size());
  void *positions = lib.upload(matrix.positions);
  void *coordinates = lib.upload(matrix.coordinates);
  void *numbers = lib.upload(isSddmm ? result : values);
  void *x = lib.upload(right), *c = lib.upload(isSddmm ? left : result);
  void *A = nullptr, *X = nullptr, *C = nullptr, *buffer = nullptr;
  lib.createCsr(&A, matrix.rows, matrix.columns, matrix.numEntries(), positions,
                coordinates, numbers, cuda::kIndex32, cuda::kIndex32,
                cuda::kFromZero, type);
  auto describe = [&](void **made, int64_t rows, void *data) {
    if (isSpmv)
      lib.createVector(made, rows, data, type);
    else
      lib.createMatrix(made, rows, width, width, data, type, cuda::kRowMajor);
  };
  describe(&X, matrix.columns, x);
  describe(&C, matrix.rows, c);
  // Of the products, cuSPARSE's SDDMM has no factor A, which the host applies.
  auto call = [&](const Function &function, void *last) {
    const void *alpha = &one, *beta = &zero;
    if (isSpmv)
      function(lib.handle, cuda::kAsItIs, alpha, A, X, beta, C, type, algorithm,
               last);
    else if (isSddmm)
      function(lib.handle, cuda::kAsItIs, cuda::kTransposed, alpha, C, X, beta,
               A, type, algorithm, last);
    else
      function(lib.handle, cuda::kAsItIs, cuda::kAsItIs, alpha, A, X, beta, C,
               type, algorithm, last);
  };
  size_t bytes = 0;
  call(isSpmv    ? lib.spmvBuffer
       : isSddmm ? lib.sddmmBuffer
                 : lib.spmmBuffer,
       &bytes);
  lib.allocate(&buffer, bytes + 16);
  const Function &compute = isSpmv ? lib.spmv : isSddmm ? lib.sddmm : lib.spmm;
  std::vector<double> times;
  for (int run = 0; run <= kRuns; ++run) {
    double time = lib.time([&] { call(compute, buffer); });
    if (run != 0)
      times.push_back(time);
  }
  lib.download(result, isSddmm ? numbers : c);
  for (size_t at = 0; isSddmm && at < result.size(); ++at)
    result[at] *= values[at];
  report(name, times, isRight(result.data()), {});
  lib.destroySparse(A);
  (isSpmv ? lib.destroyVector : lib.destroyMatrix)(X);
  (isSpmv ? lib.destroyVector : lib.destroyMatrix)(C);
  for (void *address : {positions, coordinates, numbers, x, c, buffer})
    lib.release(address);
}

/// The gigabytes per second that a copy on the device reads and writes.
static double measureCopies(CudaLibraries &lib) {
  const size_t bytes = size_t(1) << 30;
  void *from = nullptr, *to = nullptr;
  lib.allocate(&from, bytes);
  lib.allocate(&to, bytes);
  std::vector<double> times;
  for (int run = 0; run <= kRuns; ++run)
    times.push_back(lib.time([&] {
      lib.copy(to, static_cast<const void *>(from), bytes, cuda::kOnDevice);
    }));
  times.erase(times.begin());
  lib.release(from);
  lib.release(to);
  return 2e-6 * bytes / findMedian(times);
}

/// The libraries of CUDA; none on the PTX machine.
static std::unique_ptr<CudaLibraries> openLibraries(const Options &options) {
  if (options.isEmulated)
    return nullptr;
  void *runtime =
      openFirst({"libcudart.so.13", "libcudart.so.12", "libcudart.so"});
  void *sparse =
      openFirst({"libcusparse.so.12", "libcusparse.so.13", "libcusparse.so"});
  if (!runtime || !sparse)
    throw std::runtime_error("libcudart and libcusparse are not found; "
                             "LD_LIBRARY_PATH says where they are");
  return std::make_unique<CudaLibraries>(runtime, sparse);
}

static Options parse(int argc, char **argv) {
  Options options;
  const char *mode = std::getenv("WEFT_GPU");
  options.isEmulated = mode && std::strcmp(mode, "emulate") == 0;
  if (options.isEmulated)
    options.entries = 4000;
  for (int at = 1; at < argc; ++at) {
    std::string word = argv[at];
    char *end = nullptr;
    if (word.rfind("--entries=", 0) == 0)
      options.entries = std::strtoll(word.c_str() + 10, &end, 10);
    else if (word.rfind("--out=", 0) == 0)
      options.path = word.substr(6);
    if ((end ? *end != 0 : word.rfind("--out=", 0) != 0) ||
        options.path.empty() || options.entries < 1000 ||
        options.entries > 100'000'000) {
      std::fprintf(stderr,
                   "usage: gpu-benchmark [--entries=N] [--out=FILE], with "
                   "1000 to 100000000 entries\n");
      std::exit(1);
    }
  }
  return options;
}

template <typename T>
static void runAll(const Matrix &matrix, const Options &options,
                   CudaLibraries *libraries, double bandwidth, Table &table) {
  auto run = [&](const char *kernel, int64_t width) {
    // Dense operands stay below 4 GB.
    if (double(matrix.rows + matrix.columns) * width * sizeof(T) < 4e9)
      Case<T>(matrix, kernel, width, options, libraries, bandwidth, table)
          .run();
  };
  run("spmv", 1);
  for (int64_t width : {32, 128}) {
    run("spmm", width);
    run("sddmm", width);
  }
}

int main(int argc, char **argv) {
  Options options = parse(argc, argv);
  try {
    std::unique_ptr<CudaLibraries> libraries = openLibraries(options);
    double bandwidth = libraries ? measureCopies(*libraries) : 0;
    Table table(options.path);
    for (const Matrix &matrix : makeMatrices(options.entries)) {
      runAll<float>(matrix, options, libraries.get(), bandwidth, table);
      runAll<double>(matrix, options, libraries.get(), bandwidth, table);
    }
    return table.failures != 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
