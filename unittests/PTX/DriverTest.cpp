//===- DriverTest.cpp - The machine as a driver -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads the library as a program loads libcuda.so.1, and uses what it exports.
//
//===----------------------------------------------------------------------===//

#include "weft/PTX/Driver.h"
#include "weft/PTX/Counts.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

/// What the library exports under the name of a function that is declared.
#define CALL(NAME) call(#NAME, decltype (&NAME)(nullptr))

static const char *const kText = R"ptx(
.version 9.0
.target sm_90
.address_size 64
.visible .global .align 4 .u32 factor = 3;
.entry scale(.param .u64 data, .param .u32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .b64 %l<4>;
  ld.param.u64 %l1, [data];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r2, %r2, %r3, %r4;
  setp.ge.u32 %p1, %r2, %r1;
  @%p1 ret;
  mad.wide.u32 %l1, %r2, 4, %l1;
  ld.global.u32 %r5, [%l1];
  ld.global.u32 %r6, [factor];
  mul.lo.u32 %r5, %r5, %r6;
  st.global.u32 [%l1], %r5;
  ret;
}
)ptx";

namespace {
/// The library with its primary context.
class DriverTest : public ::testing::Test {
protected:
  void SetUp() override {
    library = ::dlopen(WEFT_PTX_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    ASSERT_TRUE(library) << ::dlerror();
    CUdevice device;
    CUcontext context;
    ASSERT_EQ(CALL(cuInit)(0), CUDA_SUCCESS);
    ASSERT_EQ(CALL(cuDeviceGet)(&device, 0), CUDA_SUCCESS);
    ASSERT_EQ(CALL(cuDevicePrimaryCtxRetain)(&context, device), CUDA_SUCCESS);
    ASSERT_EQ(CALL(cuCtxSetCurrent)(context), CUDA_SUCCESS);
    CALL(weftPtxReset)();
    CALL(weftPtxSetOption)("report", "none");
  }
  void TearDown() override {
    CALL(weftPtxReset)();
    EXPECT_EQ(CALL(cuDevicePrimaryCtxRelease_v2)(0), CUDA_SUCCESS);
    CALL(cuCtxSetCurrent)(nullptr);
  }

  template <typename Function>
  Function *call(const char *name, Function *) const {
    void *address = ::dlsym(library, name);
    EXPECT_TRUE(address) << name;
    return reinterpret_cast<Function *>(address);
  }

  CUfunction load() {
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    EXPECT_EQ(CALL(cuModuleLoadData)(&module, kText), CUDA_SUCCESS);
    EXPECT_EQ(CALL(cuModuleGetFunction)(&function, module, "scale"),
              CUDA_SUCCESS);
    loaded = module;
    return function;
  }
  CUdeviceptr upload(const std::vector<uint32_t> &words) {
    CUdeviceptr address = 0;
    EXPECT_EQ(CALL(cuMemAlloc_v2)(&address, words.size() * 4), CUDA_SUCCESS);
    EXPECT_EQ(CALL(cuMemcpyHtoD_v2)(address, words.data(), words.size() * 4),
              CUDA_SUCCESS);
    return address;
  }
  CUresult launch(CUfunction function, CUdeviceptr data, unsigned n) {
    void *parameters[] = {&data, &n};
    return CALL(cuLaunchKernel)(function, 2, 1, 1, 32, 1, 1, 0, nullptr,
                                parameters, nullptr);
  }

  void *library = nullptr;
  CUmodule loaded = nullptr;
};
} // namespace

TEST_F(DriverTest, runsAKernel) {
  CUfunction function = load();
  std::vector<uint32_t> words(40, 5);
  CUdeviceptr data = upload(words);
  ASSERT_EQ(launch(function, data, 40), CUDA_SUCCESS);
  CUdeviceptr factor;
  size_t bytes;
  ASSERT_EQ(CALL(cuModuleGetGlobal_v2)(&factor, &bytes, loaded, "factor"),
            CUDA_SUCCESS);
  EXPECT_EQ(bytes, 4u);
  EXPECT_EQ(CALL(cuMemsetD32_v2)(factor, 2, 1), CUDA_SUCCESS);
  struct {
    CUdeviceptr data;
    unsigned n;
  } buffer = {data, 39};
  size_t size = sizeof buffer;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer,
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  EXPECT_EQ(CALL(cuLaunchKernel)(function, 2, 1, 1, 32, 1, 1, 0, nullptr,
                                 nullptr, extra),
            CUDA_SUCCESS);
  EXPECT_EQ(CALL(cuMemcpyDtoH_v2)(words.data(), data, 160), CUDA_SUCCESS);
  EXPECT_EQ(words[38], 30u);
  EXPECT_EQ(words[39], 15u);
  weftPtxCountsRecord counts;
  ASSERT_EQ(CALL(weftPtxCounts)("scale", &counts, sizeof counts), 0);
  EXPECT_EQ(counts.launches, 2u);
  EXPECT_EQ(counts.threads, 128u);
  ASSERT_EQ(CALL(weftPtxCounts)(nullptr, &counts, sizeof counts), 0);
  EXPECT_EQ(counts.launches, 1u);
  EXPECT_EQ(CALL(weftPtxCounts)("other", &counts, sizeof counts), 1);
  EXPECT_STREQ(CALL(weftPtxKernelName)(0), "scale");
  EXPECT_EQ(CALL(weftPtxKernelName)(1), nullptr);
  EXPECT_EQ(CALL(cuMemFree_v2)(data), CUDA_SUCCESS);
  EXPECT_EQ(CALL(cuMemFree_v2)(data), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(CALL(cuModuleUnload)(loaded), CUDA_SUCCESS);
  EXPECT_EQ(CALL(cuModuleUnload)(loaded), CUDA_ERROR_INVALID_HANDLE);
}

// A fault is the result of the launch and of what follows.
TEST_F(DriverTest, reportsFaults) {
  CUfunction function = load();
  CUdeviceptr data = upload(std::vector<uint32_t>(8));
  EXPECT_EQ(launch(function, data, 9), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_NE(std::string(CALL(weftPtxLastFault)())
                .find("kernel 'scale', PTX "
                      "line 20, thread (8, 0"),
            std::string::npos)
      << CALL(weftPtxLastFault)();
  EXPECT_EQ(CALL(cuCtxSynchronize)(), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(CALL(cuMemFree_v2)(data), CUDA_ERROR_ILLEGAL_ADDRESS);
  CALL(weftPtxReset)();
  EXPECT_EQ(CALL(cuCtxSynchronize)(), CUDA_SUCCESS);
  EXPECT_EQ(launch(function, data, 8), CUDA_SUCCESS);
  EXPECT_EQ(launch(function, data + 2, 1), CUDA_ERROR_MISALIGNED_ADDRESS);
  CALL(weftPtxReset)();
  CALL(weftPtxSetOption)("limit", "20");
  EXPECT_EQ(launch(function, data, 8), CUDA_ERROR_LAUNCH_TIMEOUT);
  CALL(weftPtxSetOption)("limit", "1000000000");
  CALL(weftPtxReset)();
  EXPECT_EQ(CALL(weftPtxSetOption)("limit", "many"), 1);
  EXPECT_EQ(CALL(weftPtxSetOption)("nothing", "1"), 1);
}

TEST_F(DriverTest, refusesModules) {
  std::string text = kText;
  text.replace(text.find("mul.lo"), 3, "moo");
  char log[200] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  CUmodule module;
  EXPECT_EQ(CALL(cuModuleLoadDataEx)(&module, text.c_str(), 2, options, values),
            CUDA_ERROR_INVALID_PTX);
  EXPECT_STREQ(log, "line 22, column 3: error: unknown opcode 'moo'\n");
  EXPECT_EQ(reinterpret_cast<size_t>(values[1]), std::string(log).size());
  EXPECT_EQ(CALL(cuModuleLoadData)(&module, "\177ELF\2\1\1"),
            CUDA_ERROR_NO_BINARY_FOR_GPU);
  EXPECT_EQ(CALL(cuModuleLoadData)(&module, "\x50\xed\x55\xba\1"),
            CUDA_ERROR_NO_BINARY_FOR_GPU);
  EXPECT_EQ(CALL(cuModuleLoadData)(&module, ""), CUDA_ERROR_INVALID_PTX);
}

TEST_F(DriverTest, refusesArguments) {
  CUfunction function = load();
  CUdeviceptr data = upload({1, 2});
  unsigned n = 1;
  void *parameters[] = {&data, &n};
  auto *launchKernel = CALL(cuLaunchKernel);
  EXPECT_EQ(launchKernel(function, 1, 1, 1, 2048, 1, 1, 0, nullptr, parameters,
                         nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(
      launchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr),
      CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(
      launchKernel(nullptr, 1, 1, 1, 32, 1, 1, 0, nullptr, parameters, nullptr),
      CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(launchKernel(function, 1, 1, 1, 32, 1, 1, 100000, nullptr,
                         parameters, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  auto *setAttribute = CALL(cuFuncSetAttribute);
  EXPECT_EQ(setAttribute(function,
                         CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                         100000),
            CUDA_SUCCESS);
  EXPECT_EQ(launchKernel(function, 1, 1, 1, 32, 1, 1, 100000, nullptr,
                         parameters, nullptr),
            CUDA_SUCCESS);
  EXPECT_EQ(setAttribute(function,
                         CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                         232449),
            CUDA_ERROR_INVALID_VALUE);
  uint32_t words[3];
  EXPECT_EQ(CALL(cuMemcpyDtoH_v2)(words, data, 12), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(CALL(cuMemcpyDtoH_v2)(words, data - 4, 4),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(CALL(cuMemsetD32_v2)(data + 2, 0, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(CALL(cuMemAlloc_v2)(&data, size_t(1) << 50),
            CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(CALL(cuModuleGetFunction)(&function, loaded, "none"),
            CUDA_ERROR_NOT_FOUND);
}

TEST_F(DriverTest, usesMemoryOfTheHost) {
  CUfunction function = load();
  void *memory;
  ASSERT_EQ(CALL(cuMemAllocHost_v2)(&memory, 64), CUDA_SUCCESS);
  auto *words = static_cast<uint32_t *>(memory);
  words[0] = 7;
  EXPECT_EQ(launch(function, reinterpret_cast<uintptr_t>(memory), 1),
            CUDA_SUCCESS);
  EXPECT_EQ(words[0], 21u);
  EXPECT_EQ(CALL(cuMemFreeHost)(memory), CUDA_SUCCESS);
  std::vector<uint32_t> own(4, 1);
  auto *registerHost = CALL(cuMemHostRegister_v2);
  ASSERT_EQ(registerHost(own.data(), 16, 0), CUDA_SUCCESS);
  EXPECT_EQ(registerHost(own.data(), 16, 0),
            CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  EXPECT_EQ(launch(function, reinterpret_cast<uintptr_t>(own.data()), 4),
            CUDA_SUCCESS);
  EXPECT_EQ(own[3], 3u);
  EXPECT_EQ(CALL(cuMemHostUnregister)(own.data()), CUDA_SUCCESS);
  EXPECT_EQ(CALL(cuMemHostUnregister)(own.data()),
            CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

TEST_F(DriverTest, hasStreamsAndEvents) {
  CUstream stream;
  CUevent start, end;
  float milliseconds = -1;
  ASSERT_EQ(CALL(cuStreamCreate)(&stream, 1), CUDA_SUCCESS);
  ASSERT_EQ(CALL(cuEventCreate)(&start, 0), CUDA_SUCCESS);
  ASSERT_EQ(CALL(cuEventCreate)(&end, 0), CUDA_SUCCESS);
  EXPECT_EQ(CALL(cuEventElapsedTime)(&milliseconds, start, end),
            CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(CALL(cuEventRecord)(start, stream), CUDA_SUCCESS);
  EXPECT_EQ(CALL(cuEventRecord)(end, stream), CUDA_SUCCESS);
  EXPECT_EQ(CALL(cuStreamWaitEvent)(stream, end, 0), CUDA_SUCCESS);
  EXPECT_EQ(CALL(cuEventElapsedTime)(&milliseconds, start, end), CUDA_SUCCESS);
  EXPECT_GE(milliseconds, 0);
  EXPECT_EQ(CALL(cuStreamSynchronize)(stream), CUDA_SUCCESS);
  EXPECT_EQ(CALL(cuStreamDestroy_v2)(stream), CUDA_SUCCESS);
  EXPECT_EQ(CALL(cuStreamDestroy_v2)(stream), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(CALL(cuEventDestroy_v2)(start), CUDA_SUCCESS);
}

// The context of a fault is usable again when nobody retains it any more.
TEST_F(DriverTest, createsContexts) {
  CUcontext context, current;
  ASSERT_EQ(CALL(cuCtxCreate_v2)(&context, 0, 0), CUDA_SUCCESS);
  EXPECT_EQ(CALL(cuCtxGetCurrent)(&current), CUDA_SUCCESS);
  EXPECT_EQ(current, context);
  EXPECT_EQ(launch(load(), 0, 1), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(CALL(cuCtxSynchronize)(), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(CALL(cuCtxDestroy_v2)(context), CUDA_SUCCESS);
  EXPECT_EQ(CALL(cuDevicePrimaryCtxReset_v2)(0), CUDA_SUCCESS);
  EXPECT_EQ(CALL(cuCtxSynchronize)(), CUDA_SUCCESS);
  EXPECT_EQ(CALL(cuCtxDestroy_v2)(nullptr), CUDA_ERROR_INVALID_CONTEXT);
}

TEST_F(DriverTest, describesItself) {
  int value = 0;
  EXPECT_EQ(CALL(cuDriverGetVersion)(&value), CUDA_SUCCESS);
  EXPECT_EQ(value, 13000);
  EXPECT_EQ(CALL(cuDeviceGetAttribute)(
                &value, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0),
            CUDA_SUCCESS);
  EXPECT_EQ(value, 132);
  EXPECT_EQ(
      CALL(cuDeviceGetAttribute)(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 1),
      CUDA_ERROR_INVALID_DEVICE);
  char name[8];
  EXPECT_EQ(CALL(cuDeviceGetName)(name, sizeof name, 0), CUDA_SUCCESS);
  EXPECT_STREQ(name, "Weft PT");
  const char *text;
  EXPECT_EQ(CALL(cuGetErrorName)(CUDA_ERROR_ILLEGAL_ADDRESS, &text),
            CUDA_SUCCESS);
  EXPECT_STREQ(text, "CUDA_ERROR_ILLEGAL_ADDRESS");
  void *function;
  EXPECT_EQ(
      CALL(cuGetProcAddress_v2)("cuMemAlloc", &function, 12000, 0, &value),
      CUDA_SUCCESS);
  EXPECT_EQ(function, ::dlsym(library, "cuMemAlloc_v2"));
  EXPECT_EQ(CALL(cuGetProcAddress_v2)("cuNothing", &function, 12000, 0, &value),
            CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(value, 1);
  EXPECT_EQ(CALL(cuCtxSetCurrent)(nullptr), CUDA_SUCCESS);
  EXPECT_EQ(CALL(cuCtxSynchronize)(), CUDA_ERROR_INVALID_CONTEXT);
}
