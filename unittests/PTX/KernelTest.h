//===- KernelTest.h - Kernels on a machine of their own ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs PTX that a test writes: whole modules, bodies of a kernel that has a
// buffer, and single instructions on three operands.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_PTX_KERNELTEST_H
#define WEFT_UNITTESTS_PTX_KERNELTEST_H

#include "Machine.h"

#include <cstring>
#include <gtest/gtest.h>

namespace weft {
namespace ptx {

inline const std::string kHeader =
    ".version 9.0\n.target sm_90\n.address_size 64\n";

/// Registers of all types: %p, %h, %r, %l, %q, %f and %d.
inline const std::string kRegisters =
    "  .reg .pred %p<20>;\n  .reg .b16 %h<20>;\n  .reg .b32 %r<40>;\n"
    "  .reg .b64 %l<40>;\n  .reg .b128 %q<4>;\n  .reg .f32 %f<20>;\n"
    "  .reg .f64 %d<20>;\n";

class KernelTest : public ::testing::Test {
protected:
  /// Decodes the entry `k`. Fails the test if the module is refused.
  Program load(const std::string &text) {
    Diagnostic diagnostic;
    module = parseModule(text, diagnostic);
    if (!module) {
      ADD_FAILURE() << "line " << diagnostic.line << ": " << diagnostic.message;
      return Program();
    }
    const Function *entry = module->findFunction("k");
    EXPECT_TRUE(entry);
    std::vector<Diagnostic> diagnostics;
    Program program = decode(
        *module, *entry, [](std::string_view) { return std::nullopt; },
        diagnostics);
    for (const Diagnostic &found : diagnostics)
      ADD_FAILURE() << "line " << found.line << ": " << found.message;
    return program;
  }

  /// What decoding a body says first.
  static std::string refusal(const std::string &body) {
    Diagnostic diagnostic;
    auto module = parseModule(kHeader + ".entry k(.param .u64 out) {\n" +
                                  kRegisters + body + "\n}\n",
                              diagnostic);
    if (!module)
      return diagnostic.message;
    std::vector<Diagnostic> diagnostics;
    decode(
        *module, module->functions.front(),
        [](std::string_view) { return std::nullopt; }, diagnostics);
    return diagnostics.empty() ? "" : diagnostics.front().message;
  }

  /// A buffer of words, all of them written.
  Allocation *makeBuffer(const std::vector<uint32_t> &words) {
    Allocation *buffer = machine.memory.allocate(words.size() * 4);
    std::memcpy(buffer->data, words.data(), words.size() * 4);
    initialize(buffer->shadow, 0, words.size() * 4);
    return buffer;
  }

  /// Runs a kernel whose parameters are addresses.
  Fault run(const std::string &text, std::array<unsigned, 3> grid,
            std::array<unsigned, 3> block,
            const std::vector<uint64_t> &arguments = {},
            uint64_t dynamicShared = 0) {
    Program program = load(text);
    if (program.code.empty())
      return Fault();
    Launch launch;
    launch.grid = grid;
    launch.block = block;
    launch.dynamicShared = dynamicShared;
    launch.arguments.resize(program.parameterBytes);
    for (size_t i = 0; i < arguments.size(); ++i)
      std::memcpy(launch.arguments.data() + program.parameters[i].offset,
                  &arguments[i], program.parameters[i].bytes);
    return machine.launch(program, launch);
  }

  /// Runs a body in one block; %l0 is the address of a buffer, %l1 that of the
  /// word of the thread, %r0 the thread.
  Fault runBody(const std::string &body, unsigned threads, Allocation *buffer,
                const std::string &declarations = "") {
    return run(kHeader + declarations + ".entry k(.param .u64 out) {\n" +
                   kRegisters +
                   "  ld.param.u64 %l0, [out];\n  mov.u32 %r0, %tid.x;\n"
                   "  mad.wide.u32 %l1, %r0, 4, %l0;\n" +
                   body + "\n}\n",
               {1, 1, 1}, {threads, 1, 1}, {buffer->base});
  }

  /// The words that threads store in the buffer; all of them run `body`, which
  /// leaves its result in %r9.
  std::vector<uint32_t> compute(const std::string &body, unsigned threads,
                                const std::string &declarations = "") {
    Allocation *buffer = makeBuffer(std::vector<uint32_t>(threads));
    Fault fault = runBody(body + "\n  st.global.u32 [%l1], %r9;", threads,
                          buffer, declarations);
    EXPECT_EQ(fault.text, "");
    std::vector<uint32_t> words(threads);
    std::memcpy(words.data(), buffer->data, threads * 4);
    return words;
  }

  /// The value of register 9 of a kind, `r` or `d` for instance, after
  /// instructions on %l0 to %l2 with the same bits in %r, %h, %f and %d.
  uint64_t evaluate(const std::string &instructions, char kind, uint64_t a,
                    uint64_t b = 0, uint64_t c = 0) {
    std::string text = kHeader +
                       ".entry k(.param .u64 out, .param .u64 a, .param .u64 "
                       "b, .param .u64 c) {\n" +
                       kRegisters + "  ld.param.u64 %l30, [out];\n";
    const char *names[] = {"a", "b", "c"};
    for (int i = 0; i < 3; ++i) {
      std::string n = std::to_string(i);
      text += "  ld.param.u64 %l" + n + ", [" + names[i] + "];\n";
      text += "  cvt.u32.u64 %r" + n + ", %l" + n + ";\n";
      text += "  cvt.u16.u64 %h" + n + ", %l" + n + ";\n";
      text += "  mov.b32 %f" + n + ", %r" + n + ";\n";
      text += "  mov.b64 %d" + n + ", %l" + n + ";\n";
    }
    text += instructions + "\n";
    if (kind == 'p')
      text += "  selp.b32 %r9, 1, 0, %p9;\n";
    const char *type = kind == 'h'                  ? "b16 [%l30], %h9"
                       : kind == 'r' || kind == 'p' ? "b32 [%l30], %r9"
                       : kind == 'f'                ? "f32 [%l30], %f9"
                       : kind == 'd'                ? "f64 [%l30], %d9"
                                                    : "b64 [%l30], %l9";
    text += std::string("  st.global.") + type + ";\n}\n";
    Allocation *buffer = makeBuffer({0, 0});
    Fault fault = run(text, {1, 1, 1}, {1, 1, 1}, {buffer->base, a, b, c});
    EXPECT_EQ(fault.text, "") << instructions;
    uint64_t value;
    std::memcpy(&value, buffer->data, 8);
    machine.memory.free(buffer->base);
    return value;
  }

  static uint64_t bitsOf(double value) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
  }
  static uint64_t bitsOf(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
  }
  float evaluateFloat(const std::string &text, float a, float b = 0,
                      float c = 0) {
    uint32_t bits =
        uint32_t(evaluate(text, 'f', bitsOf(a), bitsOf(b), bitsOf(c)));
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  double evaluateDouble(const std::string &text, double a, double b = 0,
                        double c = 0) {
    uint64_t bits = evaluate(text, 'd', bitsOf(a), bitsOf(b), bitsOf(c));
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

  Machine machine;
  std::optional<Module> module;
};

/// An instruction on operands with known bits, and the bits of its result.
struct Case {
  const char *text;
  char kind;
  uint64_t a, b, c, expected;
};

} // namespace ptx
} // namespace weft

#endif // WEFT_UNITTESTS_PTX_KERNELTEST_H
