//===- NotationToTINTest.cpp - Tests of the translation of texts *- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts and the functions that they become, and texts that are refused with the
// place of the error.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/NotationToTIN/NotationToTIN.h"
#include "weft/Dialect/TIN/IR/TIN.h"
#include "weft/Notation/FormatText.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {

/// The storage of a tensor as text: its name, format (dense if empty) and type.
struct Stored {
  const char *name;
  const char *format;
  const char *type;
};

/// A translated text: its module, or the error with its line, columns and
/// notes.
struct Translation {
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string error;

  Translation(StringRef text, ArrayRef<Stored> stored, bool strictZero) {
    auto program = notation::parseProgram(std::string_view(text));
    if (!program) {
      error = "parse error: " + program.error().message;
      return;
    }
    TranslationOptions options;
    options.strictZero = strictZero;
    for (const notation::Tensor &tensor : program->tensors) {
      TensorStorage storage{runtime::Format::dense(tensor.order)};
      for (const Stored &given : stored)
        if (tensor.name == given.name) {
          if (*given.format)
            storage.format = *notation::parseFormat(given.format, tensor.order);
          storage.type = *notation::parseType(given.type);
        }
      options.storage.push_back(storage);
    }
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      llvm::raw_string_ostream stream(error);
      if (auto place = dyn_cast<FileLineColRange>(diagnostic.getLocation()))
        stream << place.getStartLine() << ":" << place.getStartColumn() << "-"
               << place.getEndColumn() << ": ";
      stream << diagnostic.str();
      for (Diagnostic &note : diagnostic.getNotes())
        stream << "; " << note.str();
      return success();
    });
    module = translateToTIN(*program, text, options, &context);
    if (module && failed(verify(*module)))
      module = nullptr;
  }
};

/// The function, or the error.
std::string translate(StringRef text, ArrayRef<Stored> stored = {},
                      bool strictZero = false) {
  Translation translation(text, stored, strictZero);
  if (!translation.module)
    return translation.error;
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  translation.module->getBody()->front().print(
      stream, OpPrintingFlags().useLocalScope());
  return "\n" + printed + "\n";
}

/// Appends an operation by its name and type; accesses by their tensors' names
/// are just types, and reductions have their bodies in braces.
void describe(Operation &op, std::string &text) {
  llvm::raw_string_ostream stream(text);
  if (auto reduce = dyn_cast<tin::ReduceOp>(op)) {
    stream << "reduce(" << getSimpleCombinerOp(reduce.getCombiner())->getName();
    for (unsigned i = 0; i != reduce.getVariables().size(); ++i)
      stream << " " << reduce.getVariableName(i);
    stream << "){ ";
    for (Operation &inner : reduce.getBlock()->without_terminator())
      describe(inner, text);
    stream << "} ";
    return;
  }
  StringRef name = op.getName().stripDialect();
  stream << name << ":" << op.getResult(0).getType();
  if (Attribute value = op.getAttr("value")) {
    stream << "=";
    value.print(stream, /*elideType=*/true);
  }
  if (op.hasAttr("weft.strict_zero"))
    stream << "!";
  stream << " ";
}

/// The operations in the body of the last compute, or the error.
std::string translateBody(StringRef text, ArrayRef<Stored> stored = {},
                          bool strictZero = false) {
  Translation translation(text, stored, strictZero);
  if (!translation.module)
    return translation.error;
  tin::ComputeOp last;
  translation.module->walk([&](tin::ComputeOp compute) { last = compute; });
  std::string body;
  for (Operation &op : last.getBlock()->without_terminator())
    describe(op, body);
  return StringRef(body).rtrim().str();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

TEST(NotationToTINTest, Function) {
  EXPECT_EQ(translate("y(i) = A(i,j) * x(j)",
                      {{"A", "sd:1,0", "f32"}, {"x", "s", "f64"}}),
            R"(
func.func @kernel(%arg0: tensor<?x?xf32, #level.format<(d0, d1) -> (d1 : compressed, d0 : dense)>> {weft.name = "A"}, %arg1: tensor<?xf64, #level.format<(d0) -> (d0 : compressed)>> {weft.name = "x"}) -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32, #level.format<(d0, d1) -> (d1 : compressed, d0 : dense)>>
  %c1 = arith.constant 1 : index
  %dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xf32, #level.format<(d0, d1) -> (d1 : compressed, d0 : dense)>>
  %0 = tin.compute (%i "i" to %dim) : tensor<?xf64> {
    %1 = tin.reduce arith.addf (%j "j" to %dim_0) {
      %2 = tin.access %arg0[%i, %j] : tensor<?x?xf32, #level.format<(d0, d1) -> (d1 : compressed, d0 : dense)>>
      %3 = arith.extf %2 : f32 to f64
      %4 = tin.access %arg1[%j] : tensor<?xf64, #level.format<(d0) -> (d0 : compressed)>>
      %5 = arith.mulf %3, %4 : f64
      tin.yield %5 : f64
    } : f64
    tin.yield %1 : f64
  }
  return %0 : tensor<?xf64>
}
)");
}

// A later assignment reads what an earlier one made, and its sizes.
TEST(NotationToTINTest, Sequence) {
  EXPECT_EQ(translate("b(i) = a(i); c(j) = b(j) * b(3); b(i) += c(i)"), R"(
func.func @kernel(%arg0: tensor<?xf64> {weft.name = "a"}) -> (tensor<?xf64> {weft.name = "b"}, tensor<?xf64> {weft.name = "c"}) attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %arg0, %c0 : tensor<?xf64>
  %0 = tin.compute (%i "i" to %dim) : tensor<?xf64> {
    %3 = tin.access %arg0[%i] : tensor<?xf64>
    tin.yield %3 : f64
  }
  %1 = tin.compute (%j "j" to %dim) : tensor<?xf64> {
    %3 = tin.access %0[%j] : tensor<?xf64>
    %4 = tin.access %0[3] : tensor<?xf64>
    %5 = arith.mulf %3, %4 : f64
    tin.yield %5 : f64
  }
  %2 = tin.compute (%i "i" to %dim) : tensor<?xf64> {
    %3 = tin.access %1[%i] : tensor<?xf64>
    %4 = tin.access %0[%i] : tensor<?xf64>
    %5 = arith.addf %4, %3 : f64
    tin.yield %5 : f64
  }
  return %2, %1 : tensor<?xf64>, tensor<?xf64>
}
)");
}

// A tensor that is read before it is assigned is an argument and a result.
TEST(NotationToTINTest, InOut) {
  EXPECT_EQ(translate("s += x(i)"), R"(
func.func @kernel(%arg0: tensor<f64> {weft.name = "s"}, %arg1: tensor<?xf64> {weft.name = "x"}) -> (tensor<f64> {weft.name = "s"}) attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %arg1, %c0 : tensor<?xf64>
  %0 = tin.compute () : tensor<f64> {
    %1 = tin.reduce arith.addf (%i "i" to %dim) {
      %4 = tin.access %arg1[%i] : tensor<?xf64>
      tin.yield %4 : f64
    } : f64
    %2 = tin.access %arg0[] : tensor<f64>
    %3 = arith.addf %2, %1 : f64
    tin.yield %3 : f64
  }
  return %0 : tensor<f64>
}
)");
}

// What no operand determines is the size of a result.
TEST(NotationToTINTest, ExtentArguments) {
  EXPECT_EQ(translate("z = x(i); A(i,j) = x(i)"), R"(
func.func @kernel(%arg0: tensor<?xf64> {weft.name = "x"}, %arg1: index {weft.extent = array<i64: 1, 1>}) -> (tensor<f64> {weft.name = "z"}, tensor<?x?xf64> {weft.name = "A"}) attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %arg0, %c0 : tensor<?xf64>
  %0 = tin.compute () : tensor<f64> {
    %2 = tin.reduce arith.addf (%i "i" to %dim) {
      %3 = tin.access %arg0[%i] : tensor<?xf64>
      tin.yield %3 : f64
    } : f64
    tin.yield %2 : f64
  }
  %1 = tin.compute (%i "i" to %dim, %j "j" to %arg1) : tensor<?x?xf64> {
    %2 = tin.access %arg0[%i] : tensor<?xf64>
    tin.yield %2 : f64
  }
  return %0, %1 : tensor<f64>, tensor<?x?xf64>
}
)");
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

struct BodyCase {
  const char *text;
  /// The types of the tensors x, y and z.
  const char *x, *y, *z;
  const char *body;
};

const BodyCase kBodyCases[] = {
    // The type that operands meet in.
    {"y(i) = x(i) + z(i)", "i32", "i64", "i64",
     "access:i32 extsi:i64 access:i64 addi:i64"},
    {"y(i) = x(i) + z(i)", "i32", "f32", "f32",
     "access:i32 sitofp:f32 access:f32 addf:f32"},
    {"y(i) = x(i) + z(i)", "i64", "f64", "f32",
     "access:i64 sitofp:f64 access:f32 extf:f64 addf:f64"},
    {"y(i) = x(i) * z(i)", "f32", "complex<f32>", "complex<f32>",
     "access:f32 constant:f32=0.000000e+00 create:complex<f32> "
     "access:complex<f32> mul:complex<f32>"},
    {"y(i) = x(i) * z(i)", "f64", "complex<f64>", "complex<f32>",
     "access:f64 constant:f64=0.000000e+00 create:complex<f64> "
     "access:complex<f32> re:f32 extf:f64 im:f32 extf:f64 create:complex<f64> "
     "mul:complex<f64>"},
    // The type of the result.
    {"y(i) = x(i) * z(i)", "i32", "f64", "i32",
     "access:i32 access:i32 muli:i32 sitofp:f64"},
    {"y(i) = x(i)", "f64", "f32", "f64", "access:f64 truncf:f32"},
    {"y(i) = x(i)", "i64", "i32", "f64", "access:i64 trunci:i32"},
    {"y(i) += x(i)", "i32", "f64", "f64",
     "access:i32 sitofp:f64 access:f64 addf:f64"},
    // Literals and index variables adapt.
    {"y(i) = 2 * x(i)", "i32", "i32", "f64",
     "constant:i32=2 access:i32 muli:i32"},
    {"y(i) = 2 * x(i)", "f32", "f32", "f64",
     "constant:f32=2.000000e+00 access:f32 mulf:f32"},
    {"y(i) = 0.5 * x(i)", "i32", "f64", "f64",
     "constant:f64=5.000000e-01 access:i32 sitofp:f64 mulf:f64"},
    {"y(i) = 2im * x(i)", "f32", "complex<f32>", "f64",
     "constant:complex<f32>=[0.000000e+00 : f32, 2.000000e+00 : f32] "
     "access:f32 "
     "constant:f32=0.000000e+00 create:complex<f32> mul:complex<f32>"},
    {"y(i) = x(i) + 1 / 2", "f64", "f64", "f64",
     "access:f64 constant:f64=1.000000e+00 constant:f64=2.000000e+00 divf:f64 "
     "addf:f64"},
    {"y(i) = i * x(i)", "f64", "f64", "f64",
     "value:index index_cast:i64 sitofp:f64 access:f64 mulf:f64"},
    {"y(i) = i * x(i)", "i32", "i32", "f64",
     "value:index index_cast:i32 access:i32 muli:i32"},
    {"y(i) = 3", "f64", "complex<f64>", "f64",
     "constant:complex<f64>=[3.000000e+00, 0.000000e+00]"},
    // Integers with and without a sign meet in one that holds both.
    {"y(i) = x(i) + z(i)", "u8", "i16", "i8",
     "access:i8 extui:i16 access:i8 extsi:i16 addi:i16"},
    {"y(i) = x(i) + z(i)", "u8", "u16", "u16",
     "access:i8 extui:i16 access:i16 addi:i16"},
    {"y(i) = x(i) + z(i)", "i64", "i32", "u32",
     "access:i64 access:i32 extui:i64 addi:i64 trunci:i32"},
    {"y(i) = x(i) + z(i)", "u64", "f64", "i8",
     "access:i64 uitofp:f64 access:i8 sitofp:f64 addf:f64"},
    {"y(i) = x(i)", "u32", "i32", "f64", "access:i32"},
    {"y(i) = x(i)", "u32", "i64", "f64", "access:i32 extui:i64"},
    {"y(i) = x(i)", "i8", "u64", "f64", "access:i8 extsi:i64"},
    // The operations tell that integers have no sign.
    {"y(i) = max(x(i), 200)", "u8", "u8", "f64",
     "access:i8 constant:i8=-56 maxui:i8"},
    {"y(i) = min(x(i), z(i))", "u8", "u8", "u8",
     "access:i8 access:i8 minui:i8"},
    {"y(i) = x(i) / 3", "u8", "u8", "f64", "access:i8 constant:i8=3 divui:i8"},
    {"y(i) = x(i) / z(i)", "u8", "u8", "u8",
     "access:i8 access:i8 constant:i8=0 constant:i8=1 cmpi:i1 select:i8 "
     "select:i8 divui:i8 muli:i8"},
    {"y(i) = abs(x(i))", "u8", "u8", "f64", "access:i8"},
    {"y = max(i, x(i))", "u8", "u8", "f64",
     "reduce(arith.maxui i){ access:i8 }"},
    {"y(i) = x(i) * -128", "i8", "i8", "f64",
     "access:i8 constant:i8=-128 muli:i8"},
    // Real numbers of 16 bits are rounded once.
    {"y(i) = x(i) * z(i)", "f16", "f16", "bf16",
     "access:f16 extf:f32 access:bf16 extf:f32 mulf:f32 truncf:f16"},
    {"y = x(i) * 2", "bf16", "bf16", "f64",
     "reduce(arith.addf i){ access:bf16 extf:f32 constant:f32=2.000000e+00 "
     "mulf:f32 } truncf:bf16"},
    {"y(i) = x(i)", "f64", "f16", "f64", "access:f64 truncf:f16"},
    {"y(i) = x(i)", "i16", "f16", "f64", "access:i16 sitofp:f32 truncf:f16"},
    {"y(i) = x(i)", "u64", "bf16", "f64", "access:i64 uitofp:f64 truncf:bf16"},
    {"y(i) += x(i)", "f16", "f16", "f64",
     "access:f16 extf:f32 access:f16 extf:f32 addf:f32 truncf:f16"},
    // Truth values that are stored.
    {"y(i) = x(i) * z(i) + x(i)", "bool", "bool", "bool",
     "access:i1 access:i1 andi:i1 access:i1 ori:i1"},
    {"y(i) = max(x(i), z(i))", "bool", "bool", "bool",
     "access:i1 access:i1 ori:i1"},
    {"y = x(i)", "bool", "bool", "f64", "reduce(arith.ori i){ access:i1 }"},
    {"y = prod(i, x(i))", "bool", "bool", "f64",
     "reduce(arith.andi i){ access:i1 }"},
    {"y = min(i, x(i))", "bool", "bool", "f64",
     "reduce(arith.andi i){ access:i1 }"},
    {"y(i) = x(i) * z(i)", "bool", "f64", "f64",
     "access:i1 uitofp:f64 access:f64 mulf:f64"},
    {"y(i) = x(i) * (z(i) > 1)", "bool", "bool", "u8",
     "access:i1 access:i8 constant:i8=1 cmpi:i1 andi:i1"},
    {"y(i) = x(i) * 2", "bool", "i32", "f64",
     "access:i1 extui:i64 constant:i64=2 muli:i64 trunci:i32"},
    {"y(i) = (x(i) > 1) + (z(i) > 1)", "f32", "f32", "f32",
     "access:f32 constant:f32=1.000000e+00 cmpf:i1 uitofp:f32 access:f32 "
     "constant:f32=1.000000e+00 cmpf:i1 uitofp:f32 addf:f32"},
    {"y(i) = sqrt(x(i))", "bool", "f64", "f64",
     "access:i1 uitofp:f64 sqrt:f64"},
    {"y(i) = not(x(i))", "bool", "bool", "f64",
     "access:i1 constant:i1=true xori:i1"},
    // Operators.
    {"y(i) = -x(i) - z(i)", "f64", "f64", "f64",
     "access:f64 negf:f64 access:f64 subf:f64"},
    {"y(i) = -x(i)", "i32", "i32", "f64", "access:i32 constant:i32=0 subi:i32"},
    {"y(i) = -x(i) / z(i)", "complex<f64>", "complex<f64>", "complex<f64>",
     "access:complex<f64> neg:complex<f64> access:complex<f64> "
     "div:complex<f64>"},
    {"y(i) = x(i) / 2", "i32", "i32", "f64",
     "access:i32 constant:i32=2 divsi:i32"},
    // Neither zero nor -1 may trap.
    {"y(i) = x(i) / z(i)", "i32", "i32", "i32",
     "access:i32 access:i32 constant:i32=0 constant:i32=1 constant:i32=-1 "
     "cmpi:i1 cmpi:i1 ori:i1 select:i32 select:i32 select:i32 divsi:i32 "
     "muli:i32"},
    // Truth values.
    {"y(i) = x(i) < 1", "f64", "f32", "f64",
     "access:f64 constant:f64=1.000000e+00 cmpf:i1 uitofp:f32"},
    {"y(i) = (x(i) == z(i)) * x(i)", "i32", "i32", "i64",
     "access:i32 extsi:i64 access:i64 cmpi:i1 extui:i32 access:i32 muli:i32"},
    {"y(i) = x(i) != z(i)", "complex<f64>", "complex<f64>", "f64",
     "access:complex<f64> access:f64 constant:f64=0.000000e+00 "
     "create:complex<f64> neq:i1 uitofp:f64 constant:f64=0.000000e+00 "
     "create:complex<f64>"},
    {"y(i) = and(x(i), not(z(i)), x(i) < z(i))", "f64", "f64", "f64",
     "access:f64 constant:f64=0.000000e+00 cmpf:i1 access:f64 "
     "constant:f64=0.000000e+00 cmpf:i1 constant:i1=true xori:i1 andi:i1 "
     "access:f64 access:f64 cmpf:i1 andi:i1 uitofp:f64"},
    {"y(i) = or(x(i), z(i))", "i32", "i32", "i32",
     "access:i32 constant:i32=0 cmpi:i1 access:i32 constant:i32=0 cmpi:i1 "
     "ori:i1 extui:i32"},
    {"y(i) = select(x(i) > 0, 1, z(i))", "f64", "f64", "f64",
     "access:f64 constant:f64=0.000000e+00 cmpf:i1 constant:f64=1.000000e+00 "
     "access:f64 select:f64"},
    // Functions.
    {"y(i) = max(x(i), z(i), 0)", "f64", "f64", "f64",
     "access:f64 access:f64 maximumf:f64 constant:f64=0.000000e+00 "
     "maximumf:f64"},
    {"y(i) = min(x(i), 0)", "i32", "i32", "f64",
     "access:i32 constant:i32=0 minsi:i32"},
    {"y(i) = sqrt(x(i))", "i32", "f64", "f64",
     "access:i32 sitofp:f64 sqrt:f64"},
    {"y(i) = exp(x(i)) + log(z(i))", "f32", "f32", "f32",
     "access:f32 exp:f32 access:f32 log:f32 addf:f32"},
    {"y(i) = sin(x(i)) * cos(x(i)) * tan(x(i)) * tanh(x(i))", "f64", "f64",
     "f64",
     "access:f64 sin:f64 access:f64 cos:f64 mulf:f64 access:f64 tan:f64 "
     "mulf:f64 access:f64 tanh:f64 mulf:f64"},
    {"y(i) = floor(x(i)) + ceil(x(i)) + round(x(i))", "f64", "f64", "f64",
     "access:f64 floor:f64 access:f64 ceil:f64 addf:f64 access:f64 round:f64 "
     "addf:f64"},
    {"y(i) = floor(x(i))", "i32", "i32", "f64", "access:i32"},
    {"y(i) = abs(x(i))", "i32", "i32", "f64", "access:i32 absi:i32"},
    {"y(i) = abs(x(i))", "complex<f64>", "f64", "f64",
     "access:complex<f64> abs:f64"},
    {"y(i) = conj(x(i)) + conj(z(i))", "complex<f64>", "complex<f64>",
     "complex<f64>",
     "access:complex<f64> conj:complex<f64> access:complex<f64> "
     "conj:complex<f64> add:complex<f64>"},
    {"y(i) = real(x(i)) * imag(x(i))", "complex<f32>", "f32", "f64",
     "access:complex<f32> re:f32 access:complex<f32> im:f32 mulf:f32"},
    {"y(i) = real(x(i)) + imag(x(i)) + conj(x(i))", "f64", "f64", "f64",
     "access:f64 constant:f64=0.000000e+00 addf:f64 access:f64 addf:f64"},
    {"y(i) = pow(x(i), 2)", "f64", "f64", "f64", "access:f64 mulf:f64"},
    {"y(i) = pow(x(i), 5)", "i32", "i32", "f64",
     "access:i32 muli:i32 muli:i32 muli:i32"},
    {"y(i) = pow(x(i), 0)", "i32", "i32", "f64", "access:i32 constant:i32=1"},
    {"y(i) = pow(x(i), 5)", "f64", "f64", "f64",
     "access:f64 constant:f64=5.000000e+00 powf:f64"},
    {"y(i) = pow(x(i), z(i))", "i32", "f64", "i32",
     "access:i32 sitofp:f64 access:i32 sitofp:f64 powf:f64"},
    {"y(i) = pow(x(i), z(i))", "complex<f64>", "complex<f64>", "complex<f64>",
     "access:complex<f64> access:complex<f64> pow:complex<f64>"},
    {"y(i) = sinh(x(i)) + cosh(x(i)) * erf(x(i))", "f64", "f64", "f64",
     "access:f64 sinh:f64 access:f64 cosh:f64 access:f64 erf:f64 mulf:f64 "
     "addf:f64"},
    {"y(i) = asin(x(i)) + acos(x(i)) * atan(x(i))", "i8", "f64", "f64",
     "access:i8 sitofp:f64 asin:f64 access:i8 sitofp:f64 acos:f64 access:i8 "
     "sitofp:f64 atan:f64 mulf:f64 addf:f64"},
    {"y(i) = log2(x(i)) - log10(x(i))", "f32", "f32", "f32",
     "access:f32 log2:f32 access:f32 log10:f32 subf:f32"},
    {"y(i) = trunc(x(i))", "f64", "f64", "f64", "access:f64 trunc:f64"},
    {"y(i) = trunc(x(i))", "i32", "i32", "f64", "access:i32"},
    {"y(i) = sign(x(i))", "f64", "f64", "f64",
     "access:f64 constant:f64=1.000000e+00 constant:f64=0.000000e+00 cmpf:i1 "
     "copysign:f64 select:f64"},
    {"y(i) = sign(x(i))", "i8", "i8", "f64",
     "access:i8 constant:i8=1 constant:i8=-1 minsi:i8 maxsi:i8"},
    {"y(i) = sign(x(i))", "u8", "u8", "f64",
     "access:i8 constant:i8=1 minui:i8"},
    {"y(i) = sign(x(i))", "complex<f32>", "complex<f32>", "f64",
     "access:complex<f32> sign:complex<f32>"},
    {"y(i) = xor(x(i), z(i))", "bool", "bool", "bool",
     "access:i1 access:i1 xori:i1"},
    {"y(i) = where(x(i), z(i), 0)", "bool", "f64", "f64",
     "access:i1 access:f64 constant:f64=0.000000e+00 select:f64"},
    // Reductions.
    {"y = x(i)", "i32", "i32", "f64", "reduce(arith.addi i){ access:i32 }"},
    {"y = prod(i, x(i))", "complex<f64>", "complex<f64>", "f64",
     "reduce(complex.mul i){ access:complex<f64> }"},
    {"y = max(i, x(i)) - min(k, x(k))", "f64", "f64", "f64",
     "reduce(arith.maximumf i){ access:f64 } "
     "reduce(arith.minimumf k){ access:f64 } subf:f64"},
    {"y = max(i, x(i))", "i32", "i32", "f64",
     "reduce(arith.maxsi i){ access:i32 }"},
    {"y = any(i, x(i) > 2) + all(j, z(j))", "f64", "f64", "i32",
     "reduce(arith.ori i){ access:f64 constant:f64=2.000000e+00 cmpf:i1 } "
     "uitofp:f64 reduce(arith.andi j){ access:i32 constant:i32=0 cmpi:i1 } "
     "uitofp:f64 addf:f64"},
    {"y = sum(i, k, x(i) * z(k) * 2)", "f64", "f64", "f64",
     "reduce(arith.addf i k){ access:f64 access:f64 mulf:f64 "
     "constant:f64=2.000000e+00 mulf:f64 }"},
    {"y(j) = sum(i, x(i) * (i == j)) + z(j)", "f64", "f64", "f64",
     "reduce(arith.addf i){ access:f64 value:index index_cast:i64 value:index "
     "index_cast:i64 cmpi:i1 uitofp:f64 mulf:f64 } access:f64 addf:f64"},
};

TEST(NotationToTINTest, Bodies) {
  for (const BodyCase &test : kBodyCases) {
    SCOPED_TRACE(std::string(test.text) + " of " + test.x + ", " + test.y +
                 " and " + test.z);
    EXPECT_EQ(translateBody(
                  test.text,
                  {{"x", "", test.x}, {"y", "", test.y}, {"z", "", test.z}}),
              test.body);
  }
}

TEST(NotationToTINTest, StrictZero) {
  EXPECT_EQ(translateBody("y(i) = x(i) * z(i) / 2 - 1", {}, true),
            "access:f64 access:f64 mulf:f64! constant:f64=2.000000e+00 "
            "divf:f64! constant:f64=1.000000e+00 subf:f64");
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

struct ErrorCase {
  const char *text;
  const char *x, *y;
  const char *error;
};

const ErrorCase kErrorCases[] = {
    {"y(i) = 2 * x(i)", "f64", "i32",
     "1:8-16: the value is a real number, but 'y' holds 'i32'; "
     "give 'y' the type 'f64'"},
    {"y(i) = x(i)", "complex<f32>", "f64",
     "1:8-12: the value is a complex number, but 'y' holds 'f64'; "
     "give 'y' the type 'complex<f32>'"},
    {"y(i) = 0.5", "f64", "i64",
     "1:8-11: the value is a real number, but 'y' holds 'i64'; "
     "give 'y' the type 'f64'"},
    {"y(i) = x(i) +\n  3000000000", "i32", "i32",
     "2:3-13: the literal does not fit in 'i32'"},
    {"y(i) = x(i) * -1", "u8", "u8",
     "1:15-17: the literal does not fit in 'u8'"},
    {"y(i) = x(i) * 256", "u8", "u8",
     "1:15-18: the literal does not fit in 'u8'"},
    {"y(i) = x(i) * -129", "i8", "i8",
     "1:15-19: the literal does not fit in 'i8'"},
    {"y(i) = x(i) + 1", "bool", "bool",
     "1:8-16: the value is an integer, but 'y' holds 'bool'; "
     "compare the value with 0 to have a truth value"},
    {"y(i) = x(i) - x(i)", "bool", "bool",
     "1:13-14: '-' is not defined for bool; "
     "multiply a truth value by 1 to compute with it as an integer"},
    {"y(i) = -x(i)", "bool", "f64",
     "1:8-13: '-' is not defined for bool; "
     "multiply a truth value by 1 to compute with it as an integer"},
    {"y(i) = x(i) * x(i)", "f16", "i32",
     "1:8-19: the value is a real number, but 'y' holds 'i32'; "
     "give 'y' the type 'f32'"},
    {"y(i) = x(i) <= 1", "complex<f64>", "f64",
     "1:13-15: '<=' is not defined for complex numbers"},
    {"y(i) = 1 + max(x(i), 0)", "complex<f64>", "f64",
     "1:12-24: 'max' is not defined for complex numbers"},
    {"y(i) = sinh(x(i))", "complex<f64>", "complex<f64>",
     "1:8-18: 'sinh' is not defined for complex numbers"},
    {"y = min(i, x(i))", "complex<f64>", "f64",
     "1:5-17: 'min' is not defined for complex numbers"},
    {"y(i) = floor(x(i))", "complex<f64>", "f64",
     "1:8-19: 'floor' is not defined for complex numbers"},
    {"y(i) = sum(k, x(i))", "f64", "f64",
     "1:12-13: the size of index variable 'k' is unknown: no operand is "
     "indexed by it; hint: give its size, as in -d=k:10"},
};

TEST(NotationToTINTest, Errors) {
  for (const ErrorCase &test : kErrorCases) {
    SCOPED_TRACE(test.text);
    EXPECT_EQ(translate(test.text, {{"x", "", test.x}, {"y", "", test.y}}),
              test.error);
  }
}

// The place of an operation is what it stands for in the text.
TEST(NotationToTINTest, Locations) {
  Translation translation("y(i) = x(i) +\n  2 * z(i)", {}, false);
  ASSERT_TRUE(translation.module);
  std::string places;
  translation.module->walk([&](Operation *op) {
    if (auto place = dyn_cast<FileLineColRange>(op->getLoc()))
      if (isa<tin::AccessOp>(op) || op->getName().stripDialect() == "mulf" ||
          op->getName().stripDialect() == "addf")
        places +=
            (op->getName().stripDialect() + "@" + Twine(place.getStartLine()) +
             ":" + Twine(place.getStartColumn()) + "-" +
             Twine(place.getEndLine()) + ":" + Twine(place.getEndColumn()) +
             " ")
                .str();
  });
  EXPECT_EQ(places, "access@1:8-1:12 access@2:7-2:11 mulf@2:3-2:11 "
                    "addf@1:8-2:11 ");
}

} // namespace
