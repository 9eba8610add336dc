//===- Processor.cpp - The processor that code is made for ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LLVM derives the model and the extensions from: on x86, what the
// instructions CPUID and XGETBV say, but for what tells cores apart.
//
//===----------------------------------------------------------------------===//

#include "Processor.h"

#if defined(__x86_64__)
#include <cpuid.h>

namespace {
/// Some of the registers that CPUID returns for a leaf.
struct Leaf {
  unsigned leaf, subleaf;
  bool a, b, c, d;
};
} // namespace

/// Vendor; model and extensions (the second register has the number of the
/// core); extensions; those of saved state; of vector lengths; of AMD.
static constexpr Leaf leaves[] = {
    {0, 0, true, true, true, true},
    {1, 0, true, false, true, true},
    {7, 0, true, true, true, true},
    {7, 1, true, true, true, true},
    {0xd, 1, true, false, false, false},
    {0x14, 0, false, true, false, false},
    {0x19, 0, false, true, false, false},
    {0x1e, 1, true, false, false, false},
    {0x24, 0, false, true, false, false},
    {0x80000001, 0, false, false, true, true},
    {0x80000008, 0, false, true, false, false},
};

static std::string readProcessor() {
  std::string bytes;
  auto append = [&](unsigned value) {
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
  };
  for (const Leaf &leaf : leaves) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    __get_cpuid_count(leaf.leaf, leaf.subleaf, &a, &b, &c, &d);
    append(leaf.a ? a : 0);
    append(leaf.b ? b : 0);
    append(leaf.c ? c : 0);
    append(leaf.d ? d : 0);
    if (leaf.leaf == 1 && c & bit_OSXSAVE) {
      // Which registers the system saves.
      unsigned low = 0, high = 0;
      __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
      append(low);
      append(high);
    }
  }
  return bytes;
}
#else
// Nothing is kept on other machines (ObjectCode.h).
static std::string readProcessor() { return ""; }
#endif

const std::string &weft::capi::describeProcessor() {
  static const std::string processor = readProcessor();
  return processor;
}
