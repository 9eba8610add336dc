//===- Supported.cpp - Supported operations ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists the operations of the sparse_tensor dialect, and refuses those that are
// left when all others have been converted.
//
//===----------------------------------------------------------------------===//

#include "weft/Sparsifier/Supported.h"

#include "Storage.h"

#include "weft/Sparsifier/Passes.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

using namespace mlir;
using namespace weft;

static constexpr StringLiteral kStepOfLowering =
    "it is a step of upstream's lowering, which programs do not need";
static constexpr StringLiteral kExpansion =
    "expected memrefs with a dynamic size and no layout, which can be "
    "allocated with any size";
static constexpr StringLiteral kIteration =
    "iterate by 'linalg.generic', which coiterates, or by "
    "'sparse_tensor.foreach'";
static constexpr StringLiteral kSlices =
    "a slice is a copy; stores to it do not change the tensor";
static constexpr StringLiteral kInGeneric =
    "it is converted in the region of a 'linalg.generic' with a stored tensor";

static constexpr SparseTensorSupport kOperations[] = {
    {"sparse_tensor.assemble",
     "sizes must be constant, and there is one tensor for the positions and "
     "one "
     "for the coordinates of each level that has such"},
    {"sparse_tensor.binary", kInGeneric},
    {"sparse_tensor.coiterate", kIteration},
    {"sparse_tensor.compress",
     "it inserts into tensors whose levels are whole modes; use "
     "'tensor.insert'"},
    {"sparse_tensor.concatenate",
     "the sizes of the concatenated dimension must be constant"},
    {"sparse_tensor.convert",
     "no arith or complex cast converts between these element types; convert "
     "in a 'linalg.generic'"},
    {"sparse_tensor.coordinates", "the level stores no coordinates"},
    {"sparse_tensor.coordinates_buffer",
     "the coordinates of each level are in an array of their own, which "
     "'sparse_tensor.coordinates' gives"},
    {"sparse_tensor.crd_translate", kStepOfLowering},
    {"sparse_tensor.disassemble", "there is one tensor for the positions and "
                                  "one for the coordinates of each "
                                  "level that has such"},
    {"sparse_tensor.expand", kExpansion},
    {"sparse_tensor.extract_iteration_space", kIteration},
    {"sparse_tensor.extract_value", kIteration},
    {"sparse_tensor.foreach", "the encoding of its tensor means no format"},
    {"sparse_tensor.has_runtime_library", ""},
    {"sparse_tensor.iterate", kIteration},
    {"sparse_tensor.load", "nothing is inserted into its tensor before"},
    {"sparse_tensor.lvl", "the level must be constant"},
    {"sparse_tensor.new", ""},
    {"sparse_tensor.number_of_entries", ""},
    {"sparse_tensor.out", ""},
    {"sparse_tensor.positions", "the level stores no positions"},
    {"sparse_tensor.print", "the encoding of its tensor means no format"},
    {"sparse_tensor.push_back", kExpansion},
    {"sparse_tensor.reduce", kInGeneric},
    {"sparse_tensor.reinterpret_map",
     "the encoding of a tensor means no format"},
    {"sparse_tensor.reorder_coo", ""},
    {"sparse_tensor.select", kInGeneric},
    {"sparse_tensor.slice.offset", kSlices},
    {"sparse_tensor.slice.stride", kSlices},
    {"sparse_tensor.sort", "expected records of less than 2^63 elements"},
    {"sparse_tensor.storage_specifier.get", kStepOfLowering},
    {"sparse_tensor.storage_specifier.init", kStepOfLowering},
    {"sparse_tensor.storage_specifier.set", kStepOfLowering},
    {"sparse_tensor.unary", kInGeneric},
    {"sparse_tensor.values", ""},
    {"sparse_tensor.yield", kInGeneric}};

/// Operations of other dialects that cannot have tensors with a format, unless
/// they were converted.
static constexpr SparseTensorSupport kOthers[] = {
    {"cf.br", "a block argument cannot be a tensor with a format; use 'scf'"},
    {"cf.cond_br",
     "a block argument cannot be a tensor with a format; use 'scf'"},
    {"scf.execute_region", "use 'scf.if' or 'scf.for'"},
    {"scf.forall",
     "its iterations would insert into one tensor with a format at once; use "
     "'scf.for', or give it a dense result"},
    {"tensor.extract",
     "read components by 'linalg.generic' or 'sparse_tensor.foreach'"},
    {"tensor.extract_slice",
     "no mode may be dropped, and a slice of a tensor without a format has "
     "constant offsets and strides"},
    {"tensor.insert_slice",
     "use 'sparse_tensor.concatenate', or 'tensor.insert' in a "
     "'sparse_tensor.foreach'"},
    {"tensor.pad", "paddings must be constants, and the value the fill"}};

ArrayRef<SparseTensorSupport> weft::getSparseTensorSupport() {
  return kOperations;
}

/// What the error of an operation says; empty if nothing.
static StringRef findHint(ArrayRef<SparseTensorSupport> operations,
                          Operation *op) {
  const auto *known = llvm::find_if(operations, [&](const auto &support) {
    return support.name == op->getName().getStringRef();
  });
  return known == operations.end() ? StringRef() : StringRef(known->hint);
}

/// Says why an operation was not converted.
static LogicalResult refuse(Operation *op) {
  for (Type type :
       llvm::concat<const Type>(SmallVector<Type>(op->getOperandTypes()),
                                SmallVector<Type>(op->getResultTypes())))
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && !level::getFormat(tensor))
      return op->emitOpError("cannot be converted: ")
             << level::describeMissingFormat(tensor);
  InFlightDiagnostic error = op->emitOpError("cannot be converted");
  StringRef hint = findHint(kOperations, op);
  if (!hint.empty())
    error << ": " << hint;
  return error;
}

/// Whether an operation has a tensor with a format that no operation of another
/// dialect can have.
static bool hasStoredTensor(Operation *op) {
  return llvm::any_of(
      llvm::concat<const Type>(SmallVector<Type>(op->getOperandTypes()),
                               SmallVector<Type>(op->getResultTypes())),
      [](Type type) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        return tensor && tensor.getEncoding() && level::getFormat(tensor);
      });
}

LogicalResult sparsifier::verifyModules(ModuleOp module) {
  auto verify = [&](Operation *op) -> WalkResult {
    if (isKernelModule(op))
      return WalkResult::skip();
    Operation *symbols = SymbolTable::getNearestSymbolTable(op);
    if (!hasStoredTensor(op) || symbols == module)
      return WalkResult::advance();
    return symbols->emitOpError(
        "has stored tensors and is nested in another module; run the passes on "
        "it, as 'builtin.module(builtin.module(weft-sparsifier))' does");
  };
  return failure(module->walk<WalkOrder::PreOrder>(verify).wasInterrupted());
}

LogicalResult sparsifier::verifyConverted(Operation *root) {
  return failure(root->walk([](Operation *op) -> WalkResult {
                       if (isa_and_nonnull<sparse_tensor::SparseTensorDialect>(
                               op->getDialect()))
                         return refuse(op);
                       StringRef hint = findHint(kOthers, op);
                       if (!hint.empty() && hasStoredTensor(op))
                         return op->emitOpError("cannot be converted: ")
                                << hint;
                       return WalkResult::advance();
                     })
                     .wasInterrupted());
}
