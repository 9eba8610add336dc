//===- SignatureTest.cpp - Tensors and schedules of programs ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tensors that parameters are, values of natural numbers, and sequences of
// rules as text.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Formats/Signature.h"
#include "weft/Dialect/Pattern/Text/ImportPatterns.h"
#include "weft/Dialect/Pattern/Transforms/RuleSequence.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

namespace {
class Signatures : public ::testing::Test {
protected:
  ProgramOp read(StringRef text) {
    module = importPatterns(text, "test", &context);
    EXPECT_TRUE(module);
    return *module->getOps<ProgramOp>().begin();
  }

  /// The names and sizes of the operands and results, or the reason.
  static std::string describe(ProgramOp program) {
    std::string reason, text;
    std::optional<Signature> signature = getSignature(program, reason);
    if (!signature)
      return reason;
    for (const auto &list : {signature->operands, signature->results})
      for (const SignatureTensor &tensor : list) {
        text += tensor.name + "(";
        for (const Nat &size : tensor.sizes)
          text += size.toString() + ";";
        text += ")" + std::string(tensor.format ? "*" : "") + " ";
      }
    return text;
  }

  /// The error of a sequence of rules; empty if they are applied.
  std::string apply(ProgramOp program, StringRef rules) {
    RuleError error;
    if (!applyRules(program, rules, error))
      return error.message + " | " + rules.slice(error.begin, error.end).str() +
             " | " + error.hint;
    EXPECT_TRUE(succeeded(verify(*module)));
    return "";
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

TEST_F(Signatures, AreStoredDenseAndListed) {
  EXPECT_EQ(describe(read("p = nFun(n => nFun(m =>"
                          "  fun(A: format(ds, float, n, m) =>"
                          "  fun(x: [[float]_m]_n =>"
                          "  fun(t: [i => [float]_{i + 1}]_n =>"
                          "  fun(s: double => x))))))")),
            "A(n;m;)* x(n;m;) t(n + (n * n - n) / 2;) s() p(n;m;) ");
  EXPECT_EQ(describe(read("p = nFun(n => fun(A: format(dd, float, n, n) =>"
                          "  fun(x: ([float]_n, int) => A)))")),
            "A(n;n;) x_1(n;) x_2() p(n;n;) ");
  EXPECT_EQ(describe(read("p = nFun(n => fun(x: [(int, float)]_n => x))")),
            "x_1(n;) x_2(n;) p_1(n;) p_2(n;) ");
}

TEST_F(Signatures, RefuseRecordsThatDoNotFit) {
  ProgramOp program =
      read("p = nFun(n => fun(A: format(ds, float, n, n) => A))");
  auto record =
      cast<DictionaryAttr>(cast<ArrayAttr>(program->getAttr(kTensorsAttr))[0]);
  auto format = cast<level::FormatAttr>(record.get("format"));
  program->setAttr(
      kTensorsAttr,
      ArrayAttr::get(&context, {describeTensor("A", format, {Nat(3), 3})}));
  EXPECT_EQ(describe(program),
            "expected the parameters of the tensor 'A' to be its arrays");
}

TEST_F(Signatures, GiveValuesToNumbers) {
  ProgramOp program =
      read("p = nFun(n => nFun(k => fun(A: format(ds, float, n, k) =>"
           "  fun(x: [float]_n => x :>> split(k)))))");
  fixNumber(program, "k", 4);
  EXPECT_TRUE(succeeded(verify(*module)));
  EXPECT_EQ(program.getNats().size(), 1u);
  EXPECT_EQ(describe(program).substr(0, 16), "A(n;4;)* x(n;) p");
}

TEST_F(Signatures, AreTransformedByRules) {
  StringRef text = "p = nFun(n => fun(x: [float]_n =>"
                   "  x :>> map(fun(a => a)) :>> map(fun(b => b * b)) :>>"
                   "  reduce(+, 0)))";
  EXPECT_EQ(apply(read(text), "fuse_maps, stride_reduce(8),set_mapping(par)"),
            "");
  EXPECT_EQ(apply(read(text), "split_map(n,2)"), "");
  EXPECT_EQ(apply(read(text), "fuse_maps,tile(4)"),
            "no rule is called 'tile' | tile(4) | rules are fuse_maps, "
            "split_map, split_reduce, stride_reduce, fuse_reduce, set_mapping, "
            "set_sums, use_loops");
  EXPECT_EQ(apply(read(text), "set_mapping(seq,-1),set_sums(closed),use_loops"),
            "");
  EXPECT_EQ(apply(read(text), "split_map(0)"),
            "expected a positive number, got \"0\" | split_map(0) | ");
  EXPECT_EQ(apply(read(text), "split_map"),
            "expected an argument of 'split_map' | split_map | write "
            "split_map(8)");
  EXPECT_EQ(apply(read(text), "split_map(m)"),
            "expected a number of literals and natural numbers of the program, "
            "got 'm' | split_map(m) | ");
  EXPECT_EQ(apply(read(text), "split_map(4,3)"),
            "expected a program with 3 maps, got one with 2 | split_map(4,3) "
            "| ");
  EXPECT_EQ(apply(read(text), "set_mapping(fast"),
            "expected a rule with its arguments in parentheses, got "
            "'set_mapping(fast' | set_mapping(fast | ");
  EXPECT_EQ(apply(read("p = fun(x: float => x)"), "fuse_reduce"),
            "expected a program with a reduction, got one with 0 | fuse_reduce "
            "| ");
}
