//===- DialectHandlesTest.cpp - The dialects for mlir-c ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A context that was made through MLIR's C interface loads Weft's dialects.
//
//===----------------------------------------------------------------------===//

#include "weft-mlir-c/Dialects.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"

#include "gtest/gtest.h"

using namespace mlir;

TEST(DialectHandlesTest, LoadsEachDialect) {
  MLIRContext context;
  for (MlirDialectHandle handle :
       {mlirGetDialectHandle__algebra__(), mlirGetDialectHandle__cin__(),
        mlirGetDialectHandle__lattice__(), mlirGetDialectHandle__level__(),
        mlirGetDialectHandle__tin__(), mlirGetDialectHandle__weft__()}) {
    const auto *hooks =
        static_cast<const MlirDialectRegistrationHooks *>(handle.ptr);
    StringRef name = unwrap(hooks->getNamespaceHook());
    EXPECT_EQ(unwrap(hooks->loadHook(wrap(&context))),
              context.getLoadedDialect(name));
    EXPECT_NE(context.getLoadedDialect(name), nullptr);
  }
}

TEST(DialectHandlesTest, RegistersEachDialect) {
  DialectRegistry registry;
  weftRegisterAllDialects(wrap(&registry));
  MLIRContext context(registry);
  for (StringRef name : {"algebra", "cin", "lattice", "level", "tin", "weft"})
    EXPECT_NE(context.getOrLoadDialect(name), nullptr) << name.str();
  weftRegisterAllPasses();
  weftRegisterAllPasses();
}
