//===- cusparse.h - cuSPARSE, loaded when the program runs ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of the CUDA runtime and of cuSPARSE that are compared with. The
// program is built without them, and runs without them on the PTX machine.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_BENCHMARKS_GPU_CUSPARSE_H
#define WEFT_BENCHMARKS_GPU_CUSPARSE_H

#include <cstddef>
#include <cstdint>
#include <dlfcn.h>
#include <initializer_list>
#include <stdexcept>
#include <string>

/// A function of a library by its name, with the type that a call gives it.
class Function {
public:
  Function(void *library, const char *name)
      : name(name), address(dlsym(library, name)) {
    if (!address)
      throw std::runtime_error(std::string("there is no function ") + name);
  }

  /// Calls it, and throws if it fails.
  template <typename... Arguments>
  void operator()(Arguments... arguments) const {
    int error = reinterpret_cast<int (*)(Arguments...)>(address)(arguments...);
    if (error != 0)
      throw std::runtime_error(name + " fails with " + std::to_string(error));
  }

private:
  std::string name;
  void *address;
};

/// The first library that is found; null if there is none.
inline void *openFirst(std::initializer_list<const char *> names) {
  for (const char *name : names)
    if (void *library = dlopen(name, RTLD_NOW | RTLD_GLOBAL))
      return library;
  return nullptr;
}

/// Numbers of the CUDA toolkit's enumerations.
namespace cuda {
constexpr int kToDevice = 1, kToHost = 2, kOnDevice = 3;
constexpr int kFloat = 0, kDouble = 1;
constexpr int kIndex32 = 2, kFromZero = 0, kRowMajor = 2, kAsItIs = 0;
constexpr int kTransposed = 1;
} // namespace cuda

/// The CUDA runtime and cuSPARSE.
class CudaLibraries {
public:
  CudaLibraries(void *runtime, void *sparse)
      : allocate(runtime, "cudaMalloc"), release(runtime, "cudaFree"),
        copy(runtime, "cudaMemcpy"), createEvent(runtime, "cudaEventCreate"),
        record(runtime, "cudaEventRecord"),
        synchronize(runtime, "cudaEventSynchronize"),
        elapsed(runtime, "cudaEventElapsedTime"),
        create(sparse, "cusparseCreate"),
        createCsr(sparse, "cusparseCreateCsr"),
        createVector(sparse, "cusparseCreateDnVec"),
        createMatrix(sparse, "cusparseCreateDnMat"),
        destroySparse(sparse, "cusparseDestroySpMat"),
        destroyVector(sparse, "cusparseDestroyDnVec"),
        destroyMatrix(sparse, "cusparseDestroyDnMat"),
        spmvBuffer(sparse, "cusparseSpMV_bufferSize"),
        spmv(sparse, "cusparseSpMV"),
        spmmBuffer(sparse, "cusparseSpMM_bufferSize"),
        spmm(sparse, "cusparseSpMM"),
        sddmmBuffer(sparse, "cusparseSDDMM_bufferSize"),
        sddmm(sparse, "cusparseSDDMM") {
    create(&handle);
    createEvent(&begin);
    createEvent(&end);
  }

  /// Memory on the device with the elements of an array of the host.
  template <typename Array> void *upload(const Array &array) {
    size_t bytes = array.size() * sizeof(array[0]);
    void *address = nullptr;
    allocate(&address, bytes + 16);
    copy(address, static_cast<const void *>(array.data()), bytes,
         cuda::kToDevice);
    return address;
  }
  template <typename Array> void download(Array &array, const void *address) {
    copy(static_cast<void *>(array.data()), address,
         array.size() * sizeof(array[0]), cuda::kToHost);
  }

  /// The milliseconds that a function takes on the device.
  template <typename Work> double time(Work work) {
    record(begin, static_cast<void *>(nullptr));
    work();
    record(end, static_cast<void *>(nullptr));
    synchronize(end);
    float milliseconds = 0;
    elapsed(&milliseconds, begin, end);
    return milliseconds;
  }

  Function allocate, release, copy, createEvent, record, synchronize, elapsed;
  Function create, createCsr, createVector, createMatrix;
  Function destroySparse, destroyVector, destroyMatrix;
  Function spmvBuffer, spmv, spmmBuffer, spmm, sddmmBuffer, sddmm;
  void *handle = nullptr;

private:
  void *begin = nullptr, *end = nullptr;
};

#endif // WEFT_BENCHMARKS_GPU_CUSPARSE_H
